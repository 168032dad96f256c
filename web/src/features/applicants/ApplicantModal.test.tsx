import {
  type ApplicantRecord,
  getApplicant,
  listApplicants,
  relatedApplicants,
} from '@doorstep/contract/applicants';
import { applicantMatches } from '@doorstep/contract/applicants/matches';
import { applicantHistory } from '@doorstep/contract/audit';
import type { Clock } from '@doorstep/contract/clock';
import type { Photo } from '@doorstep/contract/photos';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { listApplicantVisits } from '@doorstep/contract/visits/visit';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { listOf } from '../../testing/answers.ts';
import { agentOf, applicantOf, assignedTo, relatedOf } from '../../testing/applicants.ts';
import { expectLinks, expectTerms, expectTexts } from '../../testing/page/expect-texts.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { photoLinks } from '../../testing/verifications.ts';
import { callOf, visitOf } from '../../testing/visits.ts';

const assigned = applicantOf({
  id: 42,
  applicant_name: 'Kabir Shah',
  status: 'assigned',
  message: 'Call first',
  assigned_agent: assignedTo(agentOf({ id: 7, name: 'Asha Rao' })),
});

const serveList = (...results: (typeof assigned)[]) => answer(listApplicants, listOf(results));

function openRecord(record: ApplicantRecord = assigned) {
  serveList();
  answer(getApplicant, record);
  return renderApp('/applicants?view=42');
}

// Covers: applicants-8
test('opens the record with the assigned agent for an address with view', async () => {
  const { screen, address } = await openRecord();
  const dialog = screen.getByRole('dialog', { name: 'Kabir Shah' });
  await expect.element(dialog).toBeVisible();
  await expectTerms(dialog, [
    ['Applicant ID', '42'],
    ['Application ID', 'SB-42'],
    ['Applicant Name', 'Kabir Shah'],
    ['Applicant Type', 'Applicant'],
    ['Status', 'Assigned'],
    ['Portfolio Name', 'Sahyadri Bank'],
    ['Product Type', 'Home Loan'],
    ['Visit Type', 'RESIDENCE'],
    ['Created At', 'Mar 5, 2026, 10:30 AM'],
    ['Updated At', 'Mar 5, 2026, 10:30 AM'],
    ['Mobile Number', '9876543210'],
    ['Pin Code', '411001'],
    ['Address', '12 Temple Road, Pune'],
    ['Message', 'Call first'],
    ['ID', '7'],
    ['Name', 'Asha Rao'],
    ['Email', 'agent7@doorstep.test'],
    ['Phone Number', '9820000007'],
    ['Is Admin', 'No'],
  ]);
  await expect.element(dialog.getByRole('heading', { name: 'Assigned Agent' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Reassign Agent' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect.poll(address).toBe('/applicants');
});

test('opens from a row with the list’s data, and closes on Back', async () => {
  serveList({ ...assigned, assigned_agent: null });
  answer(getApplicant, () => new Promise<never>(() => {}));
  const { screen, address, router } = await renderApp('/applicants?search=kab');
  await screen.getByRole('cell', { name: 'Sahyadri Bank' }).click();
  await expect.poll(address).toBe('/applicants?search=kab&view=42');
  const dialog = screen.getByRole('dialog', { name: 'Kabir Shah' });
  await expect.element(dialog.getByText('No agent assigned yet.')).toBeVisible();
  router.history.back();
  await expect.poll(address).toBe('/applicants?search=kab');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'View Kabir Shah' })).toHaveFocus();
});

// Covers: assigning-8
test('says who gave the task back and why, in the provider’s time zone', async () => {
  const given_back = {
    ...{ by: 'Ravi Kumar', at: '2026-11-20T20:35:00.000Z', reason: 'wrong_pin_code' as const },
    note: 'Building is in <b>400706</b>',
  };
  const { screen } = await openRecord({ ...assigned, assigned_agent: null, given_back });
  const words =
    'Given back by Ravi Kumar on Nov 21, 2026, 2:05 AM: Wrong pin code. “Building is in <b>400706</b>”';
  await expect.element(screen.getByText(/^Given back by/)).toHaveTextContent(words);
});

// Covers: applicants-7
test('shows in the dialog that a record can’t be loaded, with Retry', async () => {
  serveList();
  answer(getApplicant, () => failure(500, { message: 'Out of order.' }));
  const { screen } = await renderApp('/applicants?view=42');
  const alert = screen.getByRole('dialog').getByRole('alert');
  await expect.element(alert).toMatchTextContent(/Failed to fetch applicant details.*Out of order/);
  answer(getApplicant, assigned);
  await pressAndSee('Retry', screen.getByRole('dialog', { name: 'Kabir Shah' }));
});

// Covers: visits-shown-3
test('describes the applicant’s events in words, with their users', async () => {
  const back = { status: 'pending', reason: 'wrong_pin_code', note: 'It is Mulshi.' };
  const events: [string, Record<string, unknown>][] = [
    ['assign', { assigned_agent_id: 7 }],
    ['attempt', { outcome: 'locked', visit_id: 'v' }],
    ['held_visit', { outcome: 'met', held_because: 'reassigned' }],
    ['give_back', { assigned_agent_id: null, ...back }],
    ['photos_received', { visit_id: 'v', photos: 6 }],
  ];
  answer(applicantHistory, {
    results: events.map(([action, after], id) => ({
      ...{ id, at: '2026-03-05T05:00:00.000Z', actor: { id: 2, name: 'Arjun' }, action },
      ...{ subject: 'applicant', subject_id: 42, before: null, after, address: null },
    })),
    people: [{ id: 7, name: 'Asha Rao' }],
  });
  const { screen } = await openRecord();
  await expectTexts(
    screen.getByRole('list', { name: 'History' }).getByRole('listitem'),
    [
      'Assigned an agentAsha Rao',
      'Tried to visitDoor locked',
      'Sent a visit that is heldMet · The agent no longer had the task',
      'Gave the task backWrong pin code · It is Mulshi.',
      'Sent all photos of a visit',
    ].map((words) => `Mar 5, 2026, 10:30 AM${words}Arjun`),
  );
});

// Covers: visits-shown-2, visits-shown-5, held-visits-4
test('shows each visit: next attempt, answers, photos, and who set one aside', async () => {
  const idOf = (end: number) => visitOf().id.slice(0, -1) + end;
  const [url = ''] = photoLinks;
  const photo: Photo = {
    ...{ id: 'p', url, thumbnail_url: url, original_url: url, sha256: 'ab', width: 4, height: 3 },
    ...{ taken_at: null, latitude: null, longitude: null, shows: 'door', source: 'viewfinder' },
  };
  answer(listApplicantVisits, {
    results: [
      visitOf({
        ...{ id: idOf(1), outcome: 'locked', is_final: false, standing: 'counted' },
        ...{ held_because: null, overall_observation: null, photos: [photo], photos_expected: 1 },
        try_again_at: '2026-03-06T03:30:00.000Z',
        photos_skipped: [{ shows: 'nameplate', reason: 'refused' }],
        place_reason: 'Under a metal roof',
      }),
      visitOf({
        ...{ id: idOf(2), standing: 'set_aside', resolved_by: 'Meera Rao' },
        resolution_note: 'Same findings.',
      }),
      visitOf({ id: idOf(3), standing: 'counted', held_because: null, verification_id: 77 }),
    ],
    calls: [
      callOf({
        ...{ id: idOf(5), at: '2026-03-05T06:00:00.000Z', by: 'Ravi Kumar' },
        ...{ result: 'appointment', appointment_at: '2026-03-05T12:00:00.000Z' },
      }),
      callOf({ id: idOf(4) }),
    ],
  });
  const { screen } = await openRecord();
  const visits = screen.getByRole('list', { name: 'Visits', exact: true });
  await expect.element(visits).toBeVisible();
  const [attempt, aside, counted] = [0, 1, 2].map((nth) => visits.getByRole('listitem').nth(nth));
  if (!attempt || !aside || !counted) throw new Error('three visits');
  await expect
    .element(attempt)
    .toMatchTextContent(
      /Door locked · Asha Verma.*Next attempt Mar 6, 2026, 9:00 AM.*Attempt.*What was found, 1 photo/,
    );
  await expect.element(aside).toMatchTextContent(/Meera Rao: Same findings\..*Set aside/);
  await expectLinks(counted, { 'Verification 77': '/verification?view=77' });
  await expectTexts(screen.getByRole('list', { name: 'Calls' }).getByRole('listitem'), [
    'Mar 5, 2026, 11:30 AMAppointment: Mar 5, 2026, 5:30 PM · Ravi Kumar',
    'Mar 5, 2026, 10:12 AMNot reachable · Asha Verma',
  ]);
  await expect.element(attempt.getByText('Landmark Observed')).not.toBeInTheDocument();
  await attempt.getByText('What was found, 1 photo').click();
  for (const text of [
    ...['Landmark Observed', 'Hanuman temple', 'Not taken: name plate, refused'],
    'Not recorded. The agent: Under a metal roof',
  ]) {
    await expect.element(attempt.getByText(text)).toBeVisible();
  }
  await attempt.getByRole('button', { name: 'Enlarge photo 1 of 1' }).click();
  await expect
    .element(screen.getByText('Door, taken in the app', { exact: false }).first())
    .toBeInTheDocument();
});

// Covers: applicants-9
test('leads to the other contact points of the application and back', async () => {
  serveList(assigned);
  const office = applicantOf({ id: 43, applicant_name: 'Kabir Shah', visit_type: 'OFFICE' });
  answer(getApplicant, ({ params }) => (params.id === '43' ? office : assigned));
  const own = { applicant_name: 'Kabir Shah' };
  const home = relatedOf({ ...own, id: 42, visit_type: 'RESIDENCE', status: 'assigned' });
  const sita = relatedOf({
    ...{ id: 44, applicant_name: 'Sita Shah', applicant_type: 'Co-Applicant' },
    ...{ status: 'pending', verification_id: null, visited_at: null },
  });
  answer(relatedApplicants, ({ params }) => ({
    results: params.id === '43' ? [home] : [relatedOf({ ...own, id: 43 }), sita],
  }));
  const { screen, address, router } = await renderApp('/applicants?search=kab');
  await screen.getByRole('cell', { name: 'Sahyadri Bank' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Kabir Shah' });
  const others = dialog.getByRole('list', { name: 'Also under this application' });
  const both = ['OFFICE, visited Mar 5, 2026', 'Co-Applicant Sita Shah: OFFICE, not assigned'];
  await expectTexts(others.getByRole('listitem'), both);

  await others.getByRole('link', { name: 'OFFICE', exact: true }).click();
  await expect.poll(address).toBe('/applicants?search=kab&view=43');
  await expectTexts(others.getByRole('listitem'), ['RESIDENCE, assigned']);
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  router.history.back();
  await expect.poll(address).toBe('/applicants?search=kab&view=42');
  await expectTexts(others.getByRole('listitem'), both);

  await others.getByRole('link', { name: 'OFFICE', exact: true }).click();
  await expectTexts(others.getByRole('listitem'), ['RESIDENCE, assigned']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/applicants?search=kab');
});

// Covers: applicants-9
test.each([
  ['a backend that knows of none', () => failure(404)],
  ['an applicant without', () => ({ results: [], people: [] })],
])('shows no history and no other contact points for %s', async (_, reply) => {
  const asked = vi.fn(reply);
  answer(relatedApplicants, asked);
  answer(applicantHistory, asked);
  const { screen } = await openRecord();
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  await expect.element(screen.getByRole('heading', { name: 'Assigned Agent' })).toBeVisible();
  await expect.element(screen.getByText('Also under this application')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('heading', { name: 'History' })).not.toBeInTheDocument();
});

test('shows in row and record when an applicant of a lender is due, and by which rule', async () => {
  const due_at = '2026-03-06T08:30:00.000Z';
  const clock: Clock = {
    ...{ lender: 'HDFC', due_at, minutes_left: 125, state: 'running' },
    ...{ warning: 'unassigned', is_urgent: true },
  };
  serveList({ ...assigned, clock });
  answer(getApplicant, {
    ...{ ...assigned, clock },
    clock_details: {
      ...{ lender: 'HDFC', received_at: assigned.created_at, is_received_by_hand: true },
      ...{ stopped_at: null, withdrawn_at: null },
      rule: {
        ...{ minutes: 630, starts: 'opening', product_type: null, visit_type: 'RESIDENCE' },
        ...{ pin_prefix: '411', calendar: 'Pune', valid_from: '2026-01-01' },
      },
      pauses: [{ because: 'lender_query', from: assigned.created_at, to: null, by: 'Meera Iyer' }],
    },
  });
  const { screen } = await renderApp('/applicants');
  const due = screen.getByRole('button', {
    name: /^Urgent: Due in 2 h\. Due Mar 6, 2026, 2:00 PM, HDFC/,
  });
  await expect.element(due).toBeVisible();
  await expect.element(due).toHaveAttribute('data-tip', expect.stringContaining('2:00 PM'));

  const record = await renderApp('/applicants?view=42');
  const dialog = record.screen.getByRole('dialog', { name: 'Kabir Shah' });
  for (const words of [
    /Mar 6, 2026, 2:00 PM · Due in 2 h · Half of the time has passed .* · Urgent/,
    '10 h 30 min from the next opening of a working day: RESIDENCE, pin 411…; calendar Pune',
    'Mar 5, 2026, 10:30 AM · entered by hand',
    'Mar 5, 2026, 10:30 AM to now: Question to the lender, by Meera Iyer',
  ]) {
    await expect.element(dialog.getByText(words)).toBeVisible();
  }
});

// Covers: matches-1, matches-3
test('lists the applications that match, another lender’s only as that', async () => {
  const own = {
    ...{ id: 55, application_id: 'LN-5521', applicant_name: 'K. Shah' },
    created_at: '2026-03-05T05:00:00.000Z',
  };
  answer(applicantMatches, {
    results: [{ because: ['mobile_number', 'address'], applicant: own }, { because: ['name'] }],
  });
  const { screen } = await openRecord();
  const list = screen.getByRole('list', { name: 'Matching applications' });
  await expectTexts(list.getByRole('listitem'), [
    'LN-5521, K. Shah: same mobile number, same address',
    'Another lender: same name and pin code',
  ]);
  await expectLinks(list, { 'LN-5521, K. Shah': '/applicants?view=55' });
});
