import { answer, click, dialogBy, fill, link, type Screen, see } from '../screen.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const enrolling = {
  ...{ success: true, secret },
  uri: `otpauth://totp/Doorstep:superadmin%40doorstep.test?issuer=Doorstep&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
};
const enrolled = {
  ...{ success: true, message: 'Two-step sign-in is on' },
  recovery_codes: Array.from('abcdefghij', (letter) =>
    [letter, 'r', '2', 'k'].map((end) => `q7m${end}`).join('-'),
  ),
};
const at = '2026-03-05T05:00:00.000Z';
const secondFactorOn = { success: true, is_on: true, on_since: at, recovery_codes_left: 8 };
const mailAlert = {
  ...{ is_offered: true, address: 'operations@doorstep.test', last_sent_at: at, has_failed: true },
};

const setUp = [
  answer('auth/second-factor/enrolment/', enrolling),
  fill('Your password', 'Doorstep-demo-1'),
  click('Set up'),
];

export const accountScreens: Screen[] = [
  { name: 'sessions', path: '/account/sessions', open: [see('This session')] },
  { name: 'second-factor', path: '/account/second-factor' },
  {
    name: 'mail-alerts',
    path: '/home',
    before: [answer('alerts/mail/', mailAlert)],
    open: [click(/^Profile of/), link('E-mail alerts'), see('The last e-mail could not be sent')],
  },
  {
    name: 'second-factor-set-up',
    path: '/account/second-factor',
    open: [...setUp, (page) => page.getByLabel('Six-digit code').waitFor()],
  },
  {
    name: 'second-factor-codes',
    path: '/account/second-factor',
    before: [answer('auth/second-factor/enrolment/confirm/', enrolled)],
    open: [
      ...setUp,
      fill('Six-digit code', '123456'),
      click('Turn on'),
      see('Save these recovery codes'),
    ],
  },
  {
    name: 'second-factor-off',
    path: '/home',
    before: [answer('auth/second-factor/', { ...secondFactorOn, is_required: false })],
    open: [click(/^Profile of/), link('Two-step sign-in'), dialogBy('Turn off...')],
  },
];
