import { agentsOnLeave } from '@doorstep/contract/agents';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { sendBackVerification } from '@doorstep/contract/visits/send-back';
import { listApplicantVisits } from '@doorstep/contract/visits/visit';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { switchSingleKeys } from '../../../lib/single-keys.ts';
import { listOf, recordBodies, usersOf } from '../../../testing/answers.ts';
import { agentOf } from '../../../testing/applicants.ts';
import { photoOf } from '../../../testing/evidence.ts';
import { expectShownBy } from '../../../testing/page/expect-shown-by.ts';
import { openRecord } from '../../../testing/page/open-record.ts';
import { submitAndHold } from '../../../testing/page/submit-and-hold.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  detailsOf,
  sentBackOf,
  verificationOf,
  verificationRow,
} from '../../../testing/verifications.ts';
import { visitOf } from '../../../testing/visits.ts';

const sentBack = sentBackOf({
  reasons: ['nameplate_missing', 'made_up'],
  ...{ note: 'The plate is blurred', photos_wanted: ['nameplate'] },
});

beforeEach(() => answer(listUsers, usersOf([agentOf({ id: 7, name: 'Ravi Kumar' })])));

async function openSendBack() {
  const app = await openRecord({ sent_back: null });
  await app.dialog.getByRole('button', { name: 'Send Back' }).click();
  const dialog = app.screen.getByRole('dialog', { name: 'Send Back' });
  await expect.element(dialog.getByRole('checkbox', { name: 'Photo unclear' })).toBeVisible();
  const send = () => dialog.getByRole('button', { name: 'Send Back' }).click();
  return { ...app, dialog, send };
}

const withStatus = (status: string) => ({ application_details: detailsOf({ status }) });

// Covers: sending-back-6
test.each([
  ['if the backend does not say that it supports it', {}],
  ['while the applicant waits for an agent', { sent_back: null, ...withStatus('assigned') }],
  ['after a later visit', { sent_back: null, later_verification_id: 777 }],
])('offers no send-back %s', async (_, fields) => {
  const { dialog } = await openRecord(fields);
  await expect.element(dialog.getByRole('button', { name: 'Send Back' })).not.toBeInTheDocument();
});

// Covers: agents-17, sending-back-6, sending-back-7
test('chooses reasons by number too, requires a reason and, for Other, a note, and marks agents on leave', async () => {
  answer(agentsOnLeave, { results: [{ id: 7, to_day: '2026-12-31' }] });
  const sent = recordBodies(sendBackVerification, {
    ...{ success: true, message: 'The verification was sent back.' },
  });
  const { dialog, send } = await openSendBack();
  await send();
  await expect.element(dialog.getByText('Choose a reason.')).toBeVisible();
  await userEvent.keyboard('29');
  await expect.element(dialog.getByRole('checkbox', { name: 'Name plate missing' })).toBeChecked();
  await send();
  await expect.element(dialog.getByText('Write in the note what is wrong.')).toBeVisible();
  // A digit typed into the note chooses no reason.
  await dialog.getByLabelText('Note to the agent').fill('Flat 3');
  await dialog.getByLabelText('Note to the agent').click();
  await userEvent.keyboard('4');
  await expect
    .element(dialog.getByRole('checkbox', { name: 'Phone’s location is not at the address' }))
    .not.toBeChecked();
  await expect
    .element(dialog.getByRole('checkbox', { name: 'Name plate', exact: true }))
    .toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Street', exact: true }).click();
  const agent = dialog.getByLabelText('Agent', { exact: true });
  await agent.selectOptions(dialog.getByRole('option', { name: /^Ravi Kumar .* on leave$/ }));
  await expect.poll(() => sent).toEqual([]);
  await expectShownBy(
    submitAndHold(dialog, 'Send Back', sendBackVerification),
    dialog.getByText('The verification was sent back.'),
  );
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        ...{ reasons: ['nameplate_missing', 'other'], photos_wanted: ['nameplate', 'street'] },
        ...{ agent_id: 7, updated_at: verificationOf().updated_at },
      },
    ]);
});

// Covers: sending-back-7
test('chooses nothing by number if single-key shortcuts are off', async () => {
  switchSingleKeys(false);
  onTestFinished(() => switchSingleKeys(true));
  const { dialog } = await openSendBack();
  const unclear = dialog.getByRole('checkbox', { name: 'Photo unclear' });
  (await unclear.findElement()).focus();
  await userEvent.keyboard('1');
  await expect.element(dialog.getByRole('checkbox', { checked: true })).not.toBeInTheDocument();
  await expect.element(unclear).not.toHaveAttribute('aria-keyshortcuts');
});

test('fetches the list again after a lost answer, because it may have been sent back', async () => {
  answer(sendBackVerification, noConnection());
  const { dialog, send } = await openSendBack();
  await dialog.getByRole('checkbox', { name: 'Photo unclear' }).click();
  await send();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  let listed = 0;
  answer(listVerifications, () => {
    listed += 1;
    return listOf([verificationRow()]);
  });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => listed).toBeGreaterThan(0);
});

// Covers: sending-back-5
test('shows the third send-back’s rejection next to the agent, and keeps the input', async () => {
  const words = 'Meena Joshi was sent back 2 times. Choose another agent, or ask a super admin.';
  answer(sendBackVerification, failure(409, { code: 'third_send_back', message: words }));
  const { dialog, send } = await openSendBack();
  await dialog.getByRole('checkbox', { name: 'Photo unclear' }).click();
  await send();
  await expect.element(dialog.getByText(words)).toBeVisible();
  await expect
    .element(dialog.getByLabelText('Agent', { exact: true }))
    .toHaveAttribute('aria-invalid', 'true');
  await expect.element(dialog.getByLabelText('Agent', { exact: true })).toHaveFocus();
  await expect.element(dialog.getByRole('checkbox', { name: 'Photo unclear' })).toBeChecked();
});

// Covers: sending-back-1
test('shows why a verification was sent back, and by whom', async () => {
  const rows = [verificationRow({ sent_back: sentBack })];
  const { screen, dialog } = await openRecord({ sent_back: sentBack }, rows);
  await expect
    .element(dialog.getByText('Sent back by Meera Rao, Mar 5, 2026, 11:30 AM'))
    .toBeVisible();
  await expect.element(dialog.getByText('Name plate missing, Made Up')).toBeVisible();
  await expect.element(dialog.getByText('Photos wanted: Name plate')).toBeVisible();
  await expect.element(dialog.getByText('The new visit has not come in yet.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('table').getByText('Sent back')).toBeVisible();
});

// Covers: sending-back-2
test('links to the answer', async () => {
  const { dialog } = await openRecord({ sent_back: { ...sentBack, answered_by: 777 } });
  answer(getVerification, verificationOf({ verification_id: 777, sent_back: null }));
  await dialog.getByRole('button', { name: 'Verification 777' }).click();
  await expect.element(dialog.getByText('777', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/^Sent back by/)).not.toBeInTheDocument();
});

// Covers: sending-back-8
test('shows what an answer was asked for, and links to the sent-back verification', async () => {
  const { answered_by: _, ...asked } = sentBack;
  const { dialog } = await openRecord({ answers: { ...asked, verification_id: 402 } });
  await expect
    .element(dialog.getByText(/^Visited again, because Meera Rao sent back/))
    .toBeVisible();
  await expect.element(dialog.getByText('The plate is blurred')).toBeVisible();
  answer(getVerification, verificationOf({ verification_id: 402, sent_back: sentBack }));
  await dialog.getByRole('button', { name: 'Verification 402' }).click();
  await expect.element(dialog.getByText(/^Sent back by Meera Rao/)).toBeVisible();
});

const later = { sent_back: null, later_verification_id: 777 };

// Covers: review-12
test.each([
  [{ ...withStatus('assigned'), sent_back: null }, 'The applicant is assigned to an agent again.'],
  [{ ...withStatus('pending'), sent_back: null }, 'The applicant waits to be assigned again.'],
  [later, 'The applicant was visited again since: Verification 777.'],
])('says where a record’s applicant is now: %o', async (fields, words) => {
  const { dialog } = await openRecord(fields);
  await expect
    .element(dialog.getByText(/A decision here applies to this visit only\.$/))
    .toMatchTextContent(words);
});

// Covers: review-12
test.each([
  ['what stands', { sent_back: null, later_verification_id: null }],
  ['a backend that sends nothing back', withStatus('assigned')],
  ['what is being answered', { ...withStatus('assigned'), sent_back: sentBack }],
  ['what was answered', { ...later, sent_back: { ...sentBack, answered_by: 777 } }],
])('mentions no later visit of %s', async (_, fields) => {
  const { dialog } = await openRecord(fields);
  await expect
    .element(dialog.getByText(/A decision here applies to this visit only\.$/))
    .not.toBeInTheDocument();
});

// Covers: visits-shown-1
test('shows the outcome next to the observation, and what photos show and how many arrived', async () => {
  const photo = { ...photoOf('p'), shows: 'nameplate', source: 'viewfinder', accuracy_m: 8 };
  const { dialog } = await openRecord({
    ...{ outcome: 'locked', tries: 2, image_urls: [photo.url], photos: [photo] },
    ...{ image_count: 1, photos_expected: 6 },
  });
  await expect.element(dialog.getByText('Door locked, 2nd attempt')).toBeVisible();
  await expect.element(dialog.getByText('1 of 6 photos have arrived')).toBeVisible();
  await expect.element(dialog.getByText(/^Name plate, taken in the app, within 8 m/)).toBeVisible();
});

// Covers: visits-shown-1
test('shows the outcome in the list unless the person was simply met', async () => {
  answer(
    listVerifications,
    listOf([
      verificationRow({ outcome: 'locked', tries: 2 }),
      verificationRow({ verification_id: 502, outcome: 'met' }),
    ]),
  );
  const { screen } = await renderApp('/verification');
  await expect.element(screen.getByText('Door locked, 2nd attempt')).toBeVisible();
  await expect.element(screen.getByText('Met', { exact: true })).not.toBeInTheDocument();
});

// Covers: visits-shown-2
test('lists the other visits to an applicant', async () => {
  answer(listApplicantVisits, {
    results: [
      visitOf({ verification_id: 501, standing: 'counted', held_because: null }),
      visitOf({
        ...{ id: 'b', outcome: 'locked', is_final: false, standing: 'counted' },
        held_because: null,
      }),
      visitOf({
        ...{ id: 'c', standing: 'set_aside', held_because: 'already_visited' },
        ...{ resolved_by: 'Meera Rao', resolution_note: 'Same findings' },
      }),
    ],
  });
  const { dialog } = await openRecord();
  await expect.element(dialog.getByRole('heading', { name: 'Other Visits' })).toBeVisible();
  await expect.element(dialog.getByText(/^Door locked · /)).toBeVisible();
  await expect.element(dialog.getByText('Attempt', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('Meera Rao: Same findings')).toBeVisible();
  await expect
    .element(dialog.getByRole('button', { name: 'Verification 501' }))
    .not.toBeInTheDocument();
});

test('shows no visits if the backend has none', async () => {
  answer(listApplicantVisits, bareFailure(404));
  const { dialog } = await openRecord();
  await expect
    .element(dialog.getByRole('heading', { name: 'Other Visits' }))
    .not.toBeInTheDocument();
});
