import { getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { answer, bareFailure, noConnection } from '@doorstep/contract/testing/backend';
import { getUser, listAdmins, listUsers } from '@doorstep/contract/users';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { beforeEach, expect, test } from 'vitest';
import { identityOf, listOf, usersOf } from './testing/answers.ts';
import { agentOf, applicantOf } from './testing/applicants.ts';
import { renderApp, superAdmin } from './testing/render-app.tsx';
import { actions } from './testing/screen-actions.ts';
import { verificationOf, verificationRow } from './testing/verifications.ts';

const asha = agentOf({ id: 7, name: 'Asha Rao' });
const kabir = applicantOf({ id: 42, applicant_name: 'Kabir Shah' });

beforeEach(() => {
  answer(listUsers, usersOf([asha]));
  answer(listAdmins, usersOf([asha]));
  answer(getUser, identityOf(asha));
  answer(listApplicants, listOf([kabir]));
  answer(getApplicant, kabir);
  answer(listVerifications, listOf([verificationRow()]));
  answer(getVerification, verificationOf({ applicant: 'Ravi Iyer' }));
});

test.each<[keyof typeof actions, string]>([
  ['switches an agent off', 'Not changed: access of Asha Rao.'],
  ['deletes an agent', 'Not deleted: Asha Rao.'],
  ['deletes an admin', 'Not deleted: Asha Rao.'],
  ['deletes an applicant', 'Not deleted: Kabir Shah.'],
  ['assigns an agent', 'Not assigned: Kabir Shah.'],
  ['decides a verification', 'Not saved: Negative for Ravi Iyer.'],
])('says on the next page that an action failed: %s', async (does, notDone) => {
  const { path, call, act } = actions[does];
  const hasLeft = Promise.withResolvers<void>();
  let isSent = false;
  let reply = () => bareFailure(500);
  answer(call, async () => {
    isSent = true;
    await hasLeft.promise;
    return reply();
  });
  if (does === 'assigns an agent') reply = noConnection;
  const app = await renderApp(path, superAdmin);
  await act?.(app, () => {});
  await expect.poll(() => isSent).toBe(true);
  await app.router.navigate({ to: '/home' });
  await expect.element(app.screen.getByRole('dialog')).not.toBeInTheDocument();
  hasLeft.resolve();
  const toast = app.screen.getByText(notDone, { exact: false });
  await expect.element(toast).toBeVisible();
  const lost = 'It may have been done nevertheless.';
  if (reply === noConnection) await expect.element(toast).toMatchTextContent(lost);
  else await expect.element(toast).not.toMatchTextContent(lost);
});
