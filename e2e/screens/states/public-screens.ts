import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { click, type Screen } from '../screen.ts';

// Simulates two-step sign-in. No demo user has it, so that all other screens can be reached without a code.
const codeWanted = {
  status: 401,
  json: {
    success: false,
    message: 'Enter the code that your phone shows.',
    code: 'second_factor_required',
    challenge: 'challenge',
  },
};

const issued = Buffer.from('%PDF-1.7 the report');
const compare = (file: Buffer) => async (page: Page) => {
  const json = {
    code: 'K7QM-2XWD-9FTA',
    agency: 'Doorstep',
    created_at: '2026-03-15T04:30:00Z',
    template: 'residence',
    version: 3,
    admin_decision: 'positive',
    sha256: createHash('sha256').update(issued).digest('hex'),
    bytes: issued.length,
    pages: 4,
    is_signed: true,
    is_superseded: false,
  };
  await page.route('**/api/v1/verify/*/', (route) => route.fulfill({ json }));
  await page.getByLabel('Code of the report').fill('k7qm2xwd9fta');
  await click('Check')(page);
  await page
    .getByLabel('Choose the PDF')
    .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: file });
  await page.getByText(/^(Genuine|Not the same)/).waitFor();
};

export const publicScreens: Screen[] = [
  { name: 'login', path: '/login', isPublic: true },
  {
    name: 'login-refused',
    path: '/login',
    isPublic: true,
    open: async (page) => {
      await page.getByLabel('Phone or email').fill('nobody@doorstep.test');
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await click('Log in')(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'login-code',
    path: '/login',
    isPublic: true,
    open: async (page) => {
      await page.route('**/api/v1/auth/login/', (route) => route.fulfill(codeWanted));
      await page.getByLabel('Phone or email').fill('admin@doorstep.test');
      await page.getByLabel('Password', { exact: true }).fill('Doorstep-demo-1');
      await click('Log in')(page);
      await page.getByLabel('Six-digit code').waitFor();
    },
  },
  { name: 'verify', path: '/verify', isPublic: true },
  { name: 'verify-unknown', path: '/verify/0000-0000-0000', isPublic: true },
  { name: 'verify-genuine', path: '/verify', isPublic: true, open: compare(issued) },
  {
    name: 'verify-altered',
    path: '/verify',
    isPublic: true,
    open: compare(Buffer.from('%PDF-1.7 The report')),
  },
];
