import { createHash } from 'node:crypto';
import { answer, click, fill, screen, see, seeRole } from '../screen.ts';

// Simulates two-step sign-in. No demo user has two-step sign-in, so that all other screens can be reached
// without a code.
const codeWanted = {
  ...{ success: false, code: 'second_factor_required', challenge: 'challenge' },
  message: 'Enter the code that your phone shows.',
};

const logIn = [
  fill('Phone or email', 'nobody@doorstep.test'),
  fill('Password', 'not-the-password'),
  click('Log in'),
];

const issued = Buffer.from('%PDF-1.7 the report');
const report = {
  ...{ code: 'K7QM-2XWD-9FTA', agency: 'Doorstep', created_at: '2026-03-15T04:30:00Z' },
  ...{ template: 'residence', version: 3, admin_decision: 'positive' },
  sha256: createHash('sha256').update(issued).digest('hex'),
  ...{ bytes: issued.length, pages: 4, is_signed: true, is_superseded: false },
};
const compare = (name: string, buffer: Buffer) =>
  screen(name, '/verify', [
    answer('verify/*/', report),
    fill('Code of the report', 'k7qm2xwd9fta'),
    click('Check'),
    (page) =>
      page
        .getByLabel('Choose the PDF')
        .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer }),
    see(/^(Genuine|Not the same)/),
  ]);

const publicStates = [
  screen('login', '/login'),
  screen('login-refused', '/login', [...logIn, seeRole('alert')]),
  screen('login-code', '/login', [
    answer('auth/login/', codeWanted, 401),
    ...logIn,
    (page) => page.getByLabel('Six-digit code').waitFor(),
  ]),
  screen('verify', '/verify'),
  screen('verify-unknown', '/verify/0000-0000-0000'),
  compare('verify-genuine', issued),
  compare('verify-altered', Buffer.from('%PDF-1.7 The report')),
];

export const publicScreens = publicStates.map((one) => ({ ...one, isPublic: true }));
