import { getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { refresh } from '@doorstep/contract/auth';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { listAdmins, listUsers } from '@doorstep/contract/users';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listOf, usersOf } from './testing/answers.ts';
import { agentOf, applicantOf } from './testing/applicants.ts';
import { expectShownBy } from './testing/page/expect-shown-by.ts';
import { renderApp, superAdmin } from './testing/render-app.tsx';
import { type Action, actions } from './testing/screen-actions.ts';
import { verificationOf, verificationRow } from './testing/verifications.ts';

const applicant = applicantOf({ id: 42 });
const { tokens, ...user } = superAdmin;

function serve(changes: { id?: number } = {}) {
  const users = usersOf([{ ...agentOf({ id: 7, name: 'Asha Rao' }), ...changes }]);
  answer(listUsers, users);
  answer(listAdmins, users);
  answer(listApplicants, listOf([{ ...applicant, ...changes }]));
  answer(getApplicant, applicant);
  answer(listVerifications, listOf([verificationRow()]));
  answer(getVerification, verificationOf());
}

beforeEach(() => serve());

afterEach(() => {
  vi.restoreAllMocks();
});

/** Records the timers that start from now on. The returned function lists their delays in milliseconds. */
function watchTimers(): () => (number | undefined)[] {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  return () => timers.mock.calls.map(([, delay]) => delay);
}

async function succeed(action: Action, body: unknown) {
  // The answer waits until the test has pressed the button. Otherwise, on a busy machine, the success message
  // may disappear before the test looks for it.
  const isPressed = Promise.withResolvers<void>();
  answer(action.call, async () => {
    await isPressed.promise;
    return Response.json(body);
  });
  const app = await renderApp(action.path, action.path === '/login' ? null : superAdmin);
  const delays = watchTimers();
  await action.act?.(app, () => {});
  isPressed.resolve();
  return { ...app, delays };
}

const summary = { total_records: 1, successful: 1, failed: 0, timestamp: '2026-03-05T05:00:00Z' };
const done = { success: true, message: 'Done' };

// Covers: sign-in-6, deleting-2, admins-8, assigning-4, deciding-2, formats-2
test.each([
  ['logs in', { ...done, user, tokens }, 'Login successful!', 300],
  ['assigns an agent', applicant, 'Agent successfully assigned!', 1500],
  ['decides a verification', done, 'Done', 2000],
  ['deletes an agent', done, 'Agent deleted successfully', 2000],
  ['deletes an admin', done, 'Admin deleted successfully', 2000],
  ['deletes an applicant', done, 'Done', 2000],
] as const)('closes after its delay once one %s', async (does, body, text, delay) => {
  const { screen, delays } = await succeed(actions[does], body);
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.poll(delays).toContain(delay);
});

// Covers: deleting-6, formats-3
test.each([
  ['/agent', 'Invalid agent selected for deletion.', 3000],
  ['/admin', 'Invalid admin selected for deletion.', 3000],
  ['/applicants', 'Invalid applicant selected for deletion.', 5000],
])('rejects on %s a row without an id, in a toast for its time', async (path, text, delay) => {
  serve({ id: null as unknown as number });
  const { screen, address } = await renderApp(path);
  const button = screen.getByRole('button', { name: /^Delete/ });
  await expect.element(button).toBeVisible();
  const delays = watchTimers();
  await expectShownBy(button.click(), screen.getByText(text));
  await expect.poll(delays).toContain(delay);
  await expect.poll(address).toBe(path);
});

// Covers: formats-3, navigation-7
test('shows the toasts of sign-in and logout at the bottom right for two seconds', async () => {
  const { screen, delays, address } = await succeed(actions['logs in'], { ...done, user, tokens });
  const toast = screen.getByText('Login successful!');
  await expect.element(toast).toBeVisible();
  const { left, bottom } = toast.element().getBoundingClientRect();
  expect(left).toBeGreaterThan(innerWidth / 2);
  expect(bottom).toBeGreaterThan(innerHeight - 80);
  await expect.poll(delays).toContain(2000);
  await expect.poll(address).toBe('/home');
  const before = delays().filter((delay) => delay === 2000).length;
  await screen.getByRole('button', { name: /Profile of/ }).click();
  await expectShownBy(
    screen.getByRole('button', { name: 'Logout' }).click(),
    screen.getByText('Logged out successfully!'),
  );
  expect(delays().filter((delay) => delay === 2000).length).toBeGreaterThan(before);
});

// Covers: formats-3
test('says for two seconds that the session has ended', async () => {
  answer(refresh, bareFailure(401));
  const delays = watchTimers();
  answer(listApplicants, () => Response.json({ code: 'token_not_valid' }, { status: 401 }));
  const { screen } = await renderApp('/applicants');
  await expect.element(screen.getByText(/^Your session has expired/)).toBeVisible();
  await expect.poll(delays).toContain(2000);
});

// Covers: formats-3
test('shows the result of an upload for five seconds', async () => {
  const { screen, delays } = await succeed(actions['uploads a spreadsheet'], { ...done, summary });
  await expect.element(screen.getByText('Done', { exact: true }).last()).toBeVisible();
  await expect.poll(delays).toContain(5000);
});
