import {
  assignAgent,
  deleteApplicant,
  getApplicant,
  listApplicants,
} from '@doorstep/contract/applicants';
import { login, passwordReset, register } from '@doorstep/contract/auth';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import { portfolioSummary } from '@doorstep/contract/portfolio';
import { generatePdf, simpleGenerate } from '@doorstep/contract/reports';
import { deleteUser, getUser, listAdmins, listUsers, updateUser } from '@doorstep/contract/users';
import {
  decideVerification,
  getVerification,
  listVerifications,
} from '@doorstep/contract/verifications';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import { page } from 'vitest/browser';
import type { renderApp } from './render-app.tsx';
import { sendSheet } from './uploads.ts';

type App = Awaited<ReturnType<typeof renderApp>>;

export interface Action {
  path: string;
  call: Endpoint;
  /** Runs once the page is shown. The answer to `call` is delayed until `act` is done or calls `release`. */
  act?: ((app: App, release: () => void) => Promise<void>) | undefined;
}

const open = (path: string, call: Endpoint, act?: Action['act']): Action => ({ path, call, act });

// Takes the last button with this name, because the page behind the dialog may have a button with the same
// name.
const press = (name: string) => () =>
  page.getByRole('button', { name, exact: true }).last().click();

const fillAndPress = (fields: Record<string, string>, button: string) => async () => {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabelText(label, { exact: true }).fill(value);
  }
  await press(button)();
};

const password = 'Brand-new-horse-8';
const newPassword = { 'New Password': password, 'Confirm Password': password };
const signIn = { 'Phone or email': 'asha@doorstep.test', Password: password };
const person = {
  ...{ Name: 'Asha Rao', Email: 'asha@doorstep.test', Phone: '9820000007' },
  ...{ Password: password, 'Confirm Password': password },
};

async function switchOff() {
  await page.getByRole('switch', { name: 'Active' }).click();
  await press('Deactivate')();
}

async function leaveUpload({ router }: App, release: () => void) {
  await sendSheet();
  await page.getByRole('progressbar').findElement();
  await router.navigate({ to: '/home' });
  release();
}

async function decide() {
  await page.getByRole('dialog').getByText('Negative', { exact: true }).click();
  await press('Update')();
}

export const actions = {
  'logs in': open('/login', login, fillAndPress(signIn, 'Log in')),
  'registers an agent': open(
    '/agent?register=true',
    register,
    fillAndPress(person, 'Register Agent'),
  ),
  'registers an admin': open(
    '/admin?register=true',
    register,
    fillAndPress(person, 'Register Admin'),
  ),
  'resets a password': open(
    '/agent?reset=7',
    passwordReset,
    fillAndPress(newPassword, 'Reset Password'),
  ),
  'opens the agents': open('/agent', listUsers),
  'opens an agent': open('/agent?view=7', getUser),
  'switches an agent off': open('/agent?view=7', updateUser, switchOff),
  'deletes an agent': open('/agent?delete=7', deleteUser, press('Delete')),
  'opens the admins': open('/admin', listAdmins),
  'opens an admin': open('/admin?edit=7', getUser),
  'deletes an admin': open('/admin?delete=7', deleteUser, press('Delete')),
  'opens the applicants': open('/applicants', listApplicants),
  'opens an applicant': open('/applicants?view=42', getApplicant),
  'assigns an agent': open(
    '/applicants?assign=42',
    assignAgent,
    fillAndPress({ 'Enter Agent Name:': 'Zed' }, 'Assign'),
  ),
  'uploads a spreadsheet': open('/applicants?upload=true', bulkUpload, sendSheet),
  'leaves an upload': open('/applicants?upload=true', bulkUpload, leaveUpload),
  'deletes an applicant': open('/applicants?delete=42', deleteApplicant, press('Delete')),
  'opens the verifications': open('/verification', listVerifications),
  'opens a verification': open('/verification?view=501', getVerification),
  'decides a verification': open('/verification?decide=501', decideVerification, decide),
  'downloads a report': open('/verification?view=501', generatePdf, press('Download PDF')),
  'edits and downloads a report': open(
    '/verification?form=501',
    simpleGenerate,
    press('Save & Download'),
  ),
  'opens the portfolio summary': open('/portfolio-summary', portfolioSummary),
};
