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
import type { renderApp } from './render-app.tsx';
import { sendSheet } from './uploads.ts';

type App = Awaited<ReturnType<typeof renderApp>>;

export interface Action {
  path: string;
  call: Endpoint;
  isSignedOut?: true;
  /** Runs once the page is shown. The answer is delayed until `act` is done or calls `release`. */
  act?: (app: App, release: () => void) => Promise<void>;
}

// Takes the last button with this name, because the page may have another one before the dialog's.
const press = (name: string) => async (app: App) => {
  await app.screen.getByRole('button', { name, exact: true }).last().click();
};

const fillAndPress = (fields: Record<string, string>, button: string) => async (app: App) => {
  for (const [label, value] of Object.entries(fields)) {
    await app.screen.getByLabelText(label, { exact: true }).fill(value);
  }
  await press(button)(app);
};

const password = 'Brand-new-horse-8';
const person = {
  Name: 'Asha Rao',
  Email: 'asha@doorstep.test',
  Phone: '9820000007',
  Password: password,
  'Confirm Password': password,
};

async function decide(app: App) {
  await app.screen.getByRole('dialog').getByText('Negative', { exact: true }).click();
  await press('Update')(app);
}

export const actions = {
  'logs in': {
    path: '/login',
    call: login,
    isSignedOut: true,
    act: fillAndPress({ 'Phone or email': 'asha@doorstep.test', Password: password }, 'Log in'),
  },
  'registers an agent': {
    path: '/agent?register=true',
    call: register,
    act: fillAndPress(person, 'Register Agent'),
  },
  'registers an admin': {
    path: '/admin?register=true',
    call: register,
    act: fillAndPress(person, 'Register Admin'),
  },
  'resets a password': {
    path: '/agent?reset=7',
    call: passwordReset,
    act: fillAndPress({ 'New Password': password, 'Confirm Password': password }, 'Reset Password'),
  },
  'opens the agents': { path: '/agent', call: listUsers },
  'opens an agent': { path: '/agent?view=7', call: getUser },
  'switches an agent off': {
    path: '/agent?view=7',
    call: updateUser,
    act: async (app) => {
      await app.screen.getByRole('switch', { name: 'Active' }).click();
      await press('Deactivate')(app);
    },
  },
  'deletes an agent': { path: '/agent?delete=7', call: deleteUser, act: press('Delete') },
  'opens the admins': { path: '/admin', call: listAdmins },
  'opens an admin': { path: '/admin?edit=7', call: getUser },
  'deletes an admin': { path: '/admin?delete=7', call: deleteUser, act: press('Delete') },
  'opens the applicants': { path: '/applicants', call: listApplicants },
  'opens an applicant': { path: '/applicants?view=42', call: getApplicant },
  'assigns an agent': {
    path: '/applicants?assign=42',
    call: assignAgent,
    act: fillAndPress({ 'Enter Agent Name:': 'Zed' }, 'Assign'),
  },
  'uploads a spreadsheet': { path: '/applicants?upload=true', call: bulkUpload, act: sendSheet },
  'leaves an upload': {
    path: '/applicants?upload=true',
    call: bulkUpload,
    act: async (app, release) => {
      await sendSheet();
      await app.screen.getByRole('progressbar').findElement();
      await app.router.navigate({ to: '/home' });
      release();
    },
  },
  'deletes an applicant': {
    path: '/applicants?delete=42',
    call: deleteApplicant,
    act: press('Delete'),
  },
  'opens the verifications': { path: '/verification', call: listVerifications },
  'opens a verification': { path: '/verification?view=501', call: getVerification },
  'decides a verification': {
    path: '/verification?decide=501',
    call: decideVerification,
    act: decide,
  },
  'downloads a report': {
    path: '/verification?view=501',
    call: generatePdf,
    act: press('Download PDF'),
  },
  'edits and downloads a report': {
    path: '/verification?form=501',
    call: simpleGenerate,
    act: press('Save & Download'),
  },
  'opens the portfolio summary': { path: '/portfolio-summary', call: portfolioSummary },
} satisfies Record<string, Action>;
