import { verificationHistory } from '@doorstep/contract/audit';
import { answer } from '@doorstep/contract/testing/backend';
import type { Verification } from '@doorstep/contract/verifications';
import { listApplicantVisits, type Visit } from '@doorstep/contract/visits/visit';
import { expect, test } from 'vitest';
import { answerCases, deskOf, openDesk } from '../../../../testing/review-desk.ts';
import { sentBackOf } from '../../../../testing/verifications.ts';
import { callOf, visitOf } from '../../../../testing/visits.ts';

const at = '2026-03-05T05:00:00.000Z';
const eventOf = (id: number, action: string, after: Record<string, unknown>) => ({
  ...{ id, at, actor: { id: 7, name: 'Asha Verma' }, action, subject: 'verification' },
  ...{ subject_id: 501, before: null, after, address: null },
});

function openCase(visit: Partial<Visit> = {}, fields: Partial<Verification> = {}) {
  deskOf([501]);
  answerCases(() => fields);
  const own = { standing: 'counted' as const, verification_id: 501, ...visit };
  answer(listApplicantVisits, { results: [visitOf(own)], calls: [callOf()] });
  return openDesk();
}

// Covers: visits-shown-4
test('says which photos were not taken, and why the place is inaccurate', async () => {
  const { screen } = await openCase({
    photos_skipped: [
      { shows: 'nameplate', reason: 'refused' },
      { shows: 'street', reason: 'unsafe' },
    ],
    place_reason: 'Under a metal roof',
  });
  await expect
    .element(screen.getByText('Not taken: name plate, refused; street, not safe'))
    .toBeVisible();
  await expect.element(screen.getByText('The agent: Under a metal roof')).toBeVisible();
});

// Covers: visits-shown-5
test('shows the agents’ calls', async () => {
  const { screen } = await openCase();
  await expect
    .element(screen.getByRole('definition').filter({ hasText: 'Not reachable' }))
    .toHaveTextContent('Not reachable Mar 5, 2026, 10:12 AM, Asha Verma');
});

// Covers: facts-7
test('names the person met once, next to the remark', async () => {
  const { screen } = await openCase(
    {},
    { facts: { person_met: 'Hema Raghavan', relationWithApp: 'Spouse' } },
  );
  const named = screen.getByRole('definition').filter({ hasText: 'Hema Raghavan' });
  await expect.element(named).toHaveTextContent('Hema Raghavan, spouse');
  expect(named.all()).toHaveLength(1);
});

test('shows a fact without a declared value', async () => {
  const { screen } = await openCase({}, { facts: { relationWithApp: 'Spouse' } });
  await expect
    .element(screen.getByRole('definition').filter({ hasText: /^Spouse$/ }))
    .toBeVisible();
});

// Covers: visits-shown-3
test('starts the history of a case after its visit and photos arrived', async () => {
  answer(verificationHistory, {
    results: [
      eventOf(4, 'send_back', { reasons: ['nameplate_missing', 'neighbour_missing'] }),
      eventOf(3, 'photos_received', { visit_id: 'v', photos: 6 }),
      eventOf(2, 'create', { outcome: 'met', overall_observation: 'positive' }),
    ],
    people: [],
  });
  const { screen } = await openCase();
  const history = screen.getByRole('definition').filter({ hasText: 'Sent back' });
  await expect
    .element(history)
    .toMatchTextContent(
      /^Sent back: Name plate missing, Neighbour missing Asha Verma, \S+ \d+[^S]*$/,
    );
});

test.each(['pending', 'positive'])('an undone decision is followed by %s again', async (before) => {
  const results = [eventOf(5, 'undo', { admin_decision: before })];
  answer(verificationHistory, { results, people: [] });
  const { screen } = await openCase();
  await expect
    .element(screen.getByRole('definition').filter({ hasText: 'Undid' }))
    .toMatchTextContent(new RegExp(`^Undid the decision; ${before} again Asha Verma, `));
});

// Covers: sending-back-8, review-12
test('says what a case was sent back for, and that there is a later visit', async () => {
  const { answered_by: _, ...asked } = sentBackOf({
    ...{ reasons: ['nameplate_missing'], note: 'The plate is blurred' },
    photos_wanted: ['nameplate', 'street'],
  });
  const { screen } = await openCase(undefined, {
    ...{ sent_back: null, later_verification_id: 777 },
    answers: { ...asked, verification_id: 402 },
  });
  const facts = screen.getByRole('region', { name: 'Case' });
  await expect.element(facts.getByText('Name plate missing')).toBeVisible();
  await expect.element(facts.getByText('The plate is blurred')).toBeVisible();
  await expect.element(facts.getByText('Photos wanted: Name plate, Street')).toBeVisible();
  await expect.element(facts.getByText(/^Meera Rao, .+, verification 402$/)).toBeVisible();
  await expect.element(facts.getByText(/visited again since: verification 777/)).toBeVisible();
});
