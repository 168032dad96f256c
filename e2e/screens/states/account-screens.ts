import { click, dialogBy, type Screen } from '../screen.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const enrolling = {
  json: {
    success: true,
    secret,
    uri: `otpauth://totp/Doorstep:superadmin%40doorstep.test?issuer=Doorstep&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  },
};
const enrolled = {
  json: {
    success: true,
    message: 'Two-step sign-in is on',
    recovery_codes: Array.from('abcdefghij', (letter) =>
      [letter, 'r', '2', 'k'].map((end) => `q7m${end}`).join('-'),
    ),
  },
};
const secondFactorOn = {
  json: {
    success: true,
    is_on: true,
    on_since: '2026-03-05T05:00:00.000Z',
    recovery_codes_left: 8,
    is_required: false,
  },
};

const mailAlert = {
  json: {
    is_offered: true,
    address: 'operations@doorstep.test',
    last_sent_at: '2026-03-05T05:00:00.000Z',
    has_failed: true,
  },
};

export const accountScreens: Screen[] = [
  {
    name: 'sessions',
    path: '/account/sessions',
    open: async (page) => {
      await page.getByText('This session').waitFor();
    },
  },
  { name: 'second-factor', path: '/account/second-factor' },
  {
    name: 'mail-alerts',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/alerts/mail/', (route) => route.fulfill(mailAlert));
      await click(/^Profile of/)(page);
      await page.getByRole('link', { name: 'E-mail alerts' }).click();
      await page.getByText('The last e-mail could not be sent').waitFor();
    },
  },
  {
    name: 'second-factor-set-up',
    path: '/account/second-factor',
    open: async (page) => {
      await page.route('**/second-factor/enrolment/', (route) => route.fulfill(enrolling));
      await page.getByLabel('Your password', { exact: true }).fill('Doorstep-demo-1');
      await click('Set up')(page);
      await page.getByLabel('Six-digit code').waitFor();
    },
  },
  {
    name: 'second-factor-codes',
    path: '/account/second-factor',
    open: async (page) => {
      await page.route('**/second-factor/enrolment/', (route) => route.fulfill(enrolling));
      await page.route('**/second-factor/enrolment/confirm/', (route) => route.fulfill(enrolled));
      await page.getByLabel('Your password', { exact: true }).fill('Doorstep-demo-1');
      await click('Set up')(page);
      await page.getByLabel('Six-digit code').fill('123456');
      await click('Turn on')(page);
      await page.getByText('Save these recovery codes').waitFor();
    },
  },
  {
    name: 'second-factor-off',
    path: '/home',
    open: async (page) => {
      await page.route('**/api/v1/auth/second-factor/', (route) => route.fulfill(secondFactorOn));
      await click(/^Profile of/)(page);
      await page.getByRole('link', { name: 'Two-step sign-in' }).click();
      await dialogBy('Turn off...')(page);
    },
  },
];
