import { getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { refresh } from '@doorstep/contract/auth';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { getUser, listAdmins, listUsers } from '@doorstep/contract/users';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { identityOf, listOf, usersOf } from './testing/answers.ts';
import { agentOf, applicantOf } from './testing/applicants.ts';
import { renderApp, superAdmin } from './testing/render-app.tsx';
import { type Action, actions } from './testing/screen-actions.ts';
import { verificationOf, verificationRow } from './testing/verifications.ts';

type Answer = [status: number, body?: Record<string, unknown>] | 'no connection';
type Row = [does: keyof typeof actions, answers: Answer | Answer[], shows: string];

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const kabir = applicantOf({ id: 42 });
const { tokens, ...user } = superAdmin;
const deleting = 'An error occurred while deleting. Please try again.';
const noAgents = 'Failed to fetch agents. Please check your connection and try again.';
const noVerifications = 'Error loading verification data: Failed to fetch verifications';
const noResponse = 'No response from server. Please check your connection.';
const noSummary = 'An error occurred while fetching portfolio summary data';
const network = 'Network error. Please try again.';
const expired = 'Your session has expired. Please log in again.';
const tokenNotValid: Answer = [401, { code: 'token_not_valid', detail: 'Token is not valid' }];

// Answers the other requests that the actions send. Each test answers the request under test.
beforeEach(() => {
  answer(listUsers, usersOf([asha]));
  answer(listAdmins, usersOf([asha]));
  answer(getUser, identityOf(asha));
  answer(listApplicants, listOf([kabir]));
  answer(getApplicant, kabir);
  answer(listVerifications, listOf([verificationRow()]));
  answer(getVerification, verificationOf());
  answer(refresh, bareFailure(401));
});

function toResponse(reply: Answer): Response {
  if (reply === 'no connection') return HttpResponse.error();
  const [status, body] = reply;
  return body ? HttpResponse.json(body, { status }) : new HttpResponse(null, { status });
}

async function run(action: Action, answers: readonly Answer[]) {
  // The answer waits until `act` is done or calls `release`. An earlier answer's text might disappear from
  // the screen before the test looks for it.
  const { promise, resolve } = Promise.withResolvers<void>();
  let attempts = 0;
  answer(action.call, async () => {
    await promise;
    attempts += 1;
    const reply = answers[Math.min(attempts, answers.length) - 1];
    return toResponse(reply ?? 'no connection');
  });
  const app = await renderApp(action.path, action.path === '/login' ? null : superAdmin);
  await action.act?.(app, resolve);
  resolve();
  return app;
}

/** Each row has an action, the server's answer (or several in turn), and the text that the page shows. */
const rows: Row[] = [
  [
    'logs in',
    [200, { success: true, user: { ...user, is_admin: false }, tokens }],
    'Unauthorized access - Admin privileges required',
  ],
  ['logs in', [200, { success: true, user, tokens: null }], 'Login failed. Please try again.'],
  ['logs in', [200, { success: false }], 'Login failed. Please try again.'],
  ['logs in', [401], 'Login failed. Please check your credentials.'],
  ['logs in', [401, { message: 'Invalid credentials' }], 'Invalid credentials'],
  ['logs in', [500], 'Login failed'],
  ['logs in', 'no connection', 'An error occurred. Please try again later.'],

  ['registers an agent', [400, { errors: { email: ['Email taken'] } }], 'Email taken'],
  ['registers an agent', [500, { success: false }], 'Registration failed'],
  ['registers an agent', [403, { message: 'Super admins only.' }], 'Super admins only.'],
  ['registers an agent', [400, { errors: { company: ['Unknown firm'] } }], 'Unknown firm'],
  ['registers an agent', [200, { success: false }], 'Registration failed'],
  ['registers an agent', [500], network],
  ['registers an agent', 'no connection', network],
  ['registers an admin', [500, { success: false }], 'Registration failed'],
  ['registers an admin', 'no connection', network],
  ['resets a password', [400, { errors: { new_password: ['Too easy'] } }], 'Too easy'],
  ['resets a password', [500, { success: false }], 'Password reset failed'],
  ['resets a password', [404, { message: 'No such account.' }], 'No such account.'],
  ['resets a password', [500], network],
  ['resets a password', 'no connection', network],

  ['opens the agents', [500], noAgents],
  ['opens the agents', [500, { message: 'Away.' }], 'Away.'],
  ['opens the agents', [200, { success: false, error: 'No users today' }], 'No users today'],
  ['opens an agent', [500], 'Failed to fetch agent details'],
  ['switches an agent off', [500], 'Failed to update agent status'],
  ['deletes an agent', [409, { detail: 'Has open work.' }], 'Has open work.'],
  ['deletes an agent', [500], 'Failed to delete agent. Please try again.'],
  ['deletes an agent', [200, { success: false }], 'Failed to delete agent. Please try again.'],
  ['deletes an agent', 'no connection', deleting],

  ['opens the admins', [500], 'Error loading admin data: Failed to fetch administrators'],
  ['opens the admins', [500, { message: 'Away.' }], 'Error loading admin data: Away.'],
  ['opens an admin', [500], 'Failed to fetch administrator details'],
  ['deletes an admin', [403, { detail: 'The last one.' }], 'The last one.'],
  ['deletes an admin', [500], 'Failed to delete admin. Please try again.'],
  ['deletes an admin', 'no connection', deleting],

  ['opens the applicants', [500], 'Failed to fetch applicants'],
  ['opens the applicants', [500], 'An error occurred while fetching applicants'],
  ['opens the applicants', [400, { message: 'Bad page' }], 'Bad page'],
  ['opens an applicant', [500], 'Failed to fetch applicant details'],
  ['assigns an agent', [400, { detail: 'Nobody is Zed.' }], 'Nobody is Zed.'],
  ['assigns an agent', [500], 'Failed to assign agent. Please try again.'],
  ['assigns an agent', 'no connection', 'An error occurred. Please try again.'],
  ['uploads a spreadsheet', [400, { message: 'Encrypted.' }], 'Encrypted.'],
  ['uploads a spreadsheet', [500], 'Failed to upload file. Please try again.'],
  ['uploads a spreadsheet', 'no connection', 'Failed to upload file. Please try again.'],
  ['uploads a spreadsheet', [200, { success: false, message: 'Empty.' }], 'Empty.'],
  ['leaves an upload', [200, { success: false, message: 'Two sheets.' }], 'Two sheets.'],
  ['leaves an upload', [500], 'Failed to upload applicants'],
  ['deletes an applicant', [409, { detail: 'Was visited.' }], 'Was visited.'],
  ['deletes an applicant', [200, {}], 'Failed to delete applicant. Please try again.'],
  ['deletes an applicant', [500], 'Failed to delete applicant. Please try again.'],
  ['deletes an applicant', 'no connection', deleting],
  ['deletes an applicant', [200, { success: true }], 'Applicant deleted successfully'],

  ['opens the verifications', [500], noVerifications],
  ['opens a verification', [500], 'Failed to fetch verification details'],
  ['decides a verification', [200, {}], 'Failed to update decision. Please try again.'],
  ['decides a verification', [409, { message: 'Decided already.' }], 'Decided already.'],
  ['decides a verification', [500], 'Server error: 500'],
  ['decides a verification', ['no connection', [502]], 'Fetch failed with status: 502'],
  ['decides a verification', 'no connection', noResponse],
  ['downloads a report', [500], 'Failed to download PDF. Please try again later.'],
  ['downloads a report', 'no connection', 'Failed to download PDF. Please try again later.'],
  ['edits and downloads a report', [500], 'Failed to generate PDF. Please try again.'],
  ['edits and downloads a report', 'no connection', 'Failed to generate PDF. Please try again.'],

  ['opens the portfolio summary', [500, { message: 'Away.' }], 'Away.'],
  ['opens the portfolio summary', [500], noSummary],
  ['opens the portfolio summary', [200, { success: false }], noSummary],
];

const inTurn = (answers: Answer | Answer[]): readonly Answer[] =>
  Array.isArray(answers) && typeof answers[0] !== 'number'
    ? (answers as Answer[])
    : [answers as Answer];

const sessionEnds: [keyof typeof actions, Answer][] = [
  ['resets a password', tokenNotValid],
  ['registers an agent', tokenNotValid],
  ['opens the agents', [401, { detail: 'Signature has expired' }]],
  ['opens an agent', [401, { error: 'Unauthenticated' }]],
  ['switches an agent off', [403, { message: 'Please login again' }]],
  ['deletes an agent', [401, { message: 'Unauthorized' }]],
  ['opens the admins', tokenNotValid],
  ['deletes an admin', [403, { detail: 'Authentication credentials were not provided.' }]],
  ['opens the applicants', [401, { detail: 'Invalid signature' }]],
  ['assigns an agent', tokenNotValid],
  ['uploads a spreadsheet', tokenNotValid],
  ['deletes an applicant', [403, { detail: 'Bad token' }]],
  ['opens the verifications', tokenNotValid],
  ['decides a verification', tokenNotValid],
  ['downloads a report', tokenNotValid],
  ['edits and downloads a report', tokenNotValid],
  ['opens the portfolio summary', tokenNotValid],
];

// Covers: sign-in-7, sign-in-8, agents-13, registration-6, password-reset-4, admins-5, admins-7, deleting-3, deleting-4, deleting-5, applicants-7, assigning-6, upload-6, verifications-8, verifications-19, deciding-7, report-form-19, portfolio-summary-6
test.each(rows)('shows the right text: %s, answered %j: %s', async (does, answers, shows) => {
  const { screen } = await run(actions[does], inTurn(answers));
  await expect.element(screen.getByText(shows, { exact: true }).first()).toBeVisible();
});

// Covers: session-end-2
test.each(sessionEnds)('logs out: %s, answered %j', async (does, reply) => {
  const { screen, address } = await run(actions[does], [reply]);
  await expect.element(screen.getByText(expired)).toBeVisible();
  await expect.poll(address).toMatch(/^\/login/);
  await expect.poll(() => localStorage.getItem('user')).toBeNull();
});
