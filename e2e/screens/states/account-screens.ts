import { answer, click, dialogBy, fill, link, type Screen, screen, see } from '../screen.ts';

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
  screen('sessions', '/account/sessions', [see('This session')]),
  screen('second-factor', '/account/second-factor'),
  screen('mail-alerts', '/home', [
    answer('alerts/mail/', mailAlert),
    click(/^Profile of/),
    link('E-mail alerts'),
    see('The last e-mail could not be sent'),
  ]),
  screen('second-factor-set-up', '/account/second-factor', [
    ...setUp,
    (page) => page.getByLabel('Six-digit code').waitFor(),
  ]),
  screen('second-factor-codes', '/account/second-factor', [
    answer('auth/second-factor/enrolment/confirm/', enrolled),
    ...setUp,
    fill('Six-digit code', '123456'),
    click('Turn on'),
    see('Save these recovery codes'),
  ]),
  screen('second-factor-off', '/home', [
    answer('auth/second-factor/', { ...secondFactorOn, is_required: false }),
    click(/^Profile of/),
    link('Two-step sign-in'),
    dialogBy('Turn off...'),
  ]),
];
