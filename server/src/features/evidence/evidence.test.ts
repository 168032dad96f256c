import type { CheckId } from '@doorstep/contract/evidence/checks';
import type { EvidenceSummary } from '@doorstep/contract/evidence/office';
import type { Verification } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addFinding } from '../../testing/evidence/add-finding.ts';
import { addLenderRow } from '../../testing/lenders.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { addVerificationRow, addVisit, drawPhoto } from '../../testing/submission.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../testing/test-app.ts';
import { countLockWaits } from '../../testing/test-database.ts';
import { addPhoneVisit, photoOf, sendPhoneFile } from '../../testing/visits/phone-visit.ts';
import { anonymise } from '../retention/retention-store.ts';
import { dueChecks } from './check-due.ts';
import {
  countDueSince,
  lockDueVerification,
  markChecked,
  markDueSince,
  saveFindings,
} from './evidence-store.ts';
import type { Finding } from './finding.ts';
import { setDismissed } from './office/dismissal-store.ts';
import { checks } from './run-checks.ts';

const failures: unknown[] = [];

const running = await startSharedApp();
const agent = await signIn(running, 'agent', { name: 'Ravi Agent' });
const admin = await signIn(running, 'admin', { name: 'Asha Rao' });
const superAdmin = await signIn(running, 'superadmin', { name: 'Meera Iyer' });
const checkAll = dueChecks(running.platform, (_, error) => failures.push(error));
const check = () => checkAll(new AbortController().signal);

const read = async (who: Visitor, path: string) => (await who.get(path)).json();
const open = (id: number): Promise<Verification> => read(admin, `verification_tasks/${id}`);
/** Leaves out findings about old photos, because all photos of this test have a date in March. */
const findingsOf = async (id: number) =>
  (await open(id)).evidence?.findings.filter(({ check: one }) => one !== 'time.before_task');
const dismiss = async (id: number, payload: object, who = admin, finding = 'photo.same_file') => {
  const url = `verification_tasks/${id}/findings/${finding}/dismiss/`;
  const answer = await who.post(url, payload);
  return { status: answer.statusCode, body: answer.json() };
};
const decide = (id: number, decision: string, more = {}) =>
  admin.post(`verification_tasks/${id}/admin-decision/`, { decision, ...more });
const dismissalsOf = async (id: number) =>
  (await auditOf(running.db, 'verification', id)).filter(
    ({ action }) => action === 'dismiss_finding',
  );
const addRow = () => addVerificationRow(running.db, agent.user.id);
/** Marks all verifications as due, and checks them. */
const checkAgain = async () => {
  const marked = await markDueSince(running.db, new Date(0), { after: 0, atMost: 1000 });
  expect(await countDueSince(running.db, new Date(0))).toBe(marked.length);
  await check();
  expect(await countDueSince(running.db, new Date(0))).toBe(0);
};
const foundBy = (check_: CheckId, more: Partial<Finding> = {}) => ({
  ...{ check: check_, version: 1, level: 'serious' as const, measured: {}, sentence: 'Found.' },
  ...more,
});

const waitingForLock = (count: number) => expect.poll(() => countLockWaits(running.db)).toBe(count);

let addresses = 0;
const elsewhere = () => {
  addresses += 1;
  return { address: `${addresses} Elsewhere Road` };
};

async function addReused(colour: string) {
  const earlier = await addVisit(running, agent, [colour], elsewhere());
  const later = await addVisit(running, agent, [colour], elsewhere());
  await check();
  expect(failures).toEqual([]);
  return { earlier, later };
}

// Covers: evidence-5
test('a verification has no findings before the check, and then shows them with the photos', async () => {
  const part = { create: { width: 200, height: 200, channels: 3, background: 'blue' } } as const;
  const photo = await sharp(await drawPhoto('red'))
    .composite([{ input: part, left: 40, top: 20 }])
    .keepExif()
    .jpeg()
    .toBuffer();
  const earlier = await addVisit(running, agent, [photo], elsewhere());
  expect((await open(earlier.id)).evidence).toBeNull();
  await check();
  expect(await findingsOf(earlier.id)).toEqual([]);
  const later = await addVisit(running, agent, [photo], elsewhere());
  await check();
  expect(failures).toEqual([]);

  const [finding, ...others] = (await findingsOf(later.id)) ?? [];
  expect(others).toEqual([]);
  // A plain API client sends neither a place nor the phone's clock.
  expect((await open(later.id)).evidence?.checked_parts).toEqual(['time', 'photos']);
  expect(finding).toMatchObject({
    check: 'photo.same_file',
    level: 'serious',
    measured: { photos: 1, cases: 1 },
    cases: [{ verification_id: earlier.id, application_id: earlier.applicant.application_id }],
    dismissed: null,
  });
  expect(finding?.sentence).toContain(
    `application ${earlier.applicant.application_id} (another address)`,
  );
  const [pair] = finding?.photos ?? [];
  expect(pair?.photo_id).toBe((await open(later.id)).photos[0]?.id);
  expect(pair?.other?.of).toMatchObject({ verification_id: earlier.id, agent: 'Ravi Agent' });
  const thumbnail = await admin.get(pair?.other?.photo.thumbnail_url ?? '');
  expect(thumbnail.statusCode).toBe(200);
  expect(await findingsOf(earlier.id)).toEqual([]);

  const move = (portfolio_name: string) =>
    changeRows(running.db, 'applicants', { id: earlier.applicant.id }, { portfolio_name });
  const isOwnLenders = async () => (await findingsOf(later.id))?.[0]?.cases[0]?.is_own_lenders;
  const { portfolio_name } = earlier.applicant;
  await addLenderRow(running.db, { portfolios: [portfolio_name, 'Their Cars'] });
  await addLenderRow(running.db, { portfolios: ['Their Rival'] });
  await move('Their Cars');
  expect(await isOwnLenders()).toBe(true);
  await move('Their Rival');
  expect(await isOwnLenders()).toBe(false);
});

// Covers: evidence-3
test('a picture of one colour in two verifications is worth a look', async () => {
  const { later } = await addReused('red');
  expect(await findingsOf(later.id)).toMatchObject([{ check: 'photo.same_file', level: 'look' }]);
});

// Covers: evidence-6
test('a finding is dismissed with a reason, once, and stays dismissed', async () => {
  const { later } = await addReused('blue');
  const because = { because: 'explained', note: 'He sent the wrong file.' };
  expect((await dismiss(later.id, because, admin, 'visit.short')).status).toBe(404);
  expect((await dismiss(later.id, because, agent)).status).toBe(403);
  expect((await dismiss(later.id, { because: 'other' })).status).toBe(400);
  expect((await dismiss(later.id, because)).status).toBe(200);
  expect((await dismiss(later.id, because)).status).toBe(200);
  const again = await dismiss(later.id, because, superAdmin);
  expect(again).toMatchObject({ status: 409, body: { code: 'already_dismissed' } });
  expect(again.body.message).toBe('Asha Rao already dismissed this finding.');

  await checkAgain();
  const [finding] = (await findingsOf(later.id)) ?? [];
  expect(finding?.dismissed).toMatchObject({ by: 'Asha Rao', ...because });
  const dismissals = await dismissalsOf(later.id);
  expect(dismissals).toMatchObject([
    { actor_id: admin.user.id, after: { check: 'photo.same_file', because: 'explained' } },
  ]);
  expect(JSON.stringify(dismissals)).not.toContain('wrong file');
});

// Covers: evidence-6
test('of two simultaneous dismissals, the later admin learns who was first', async () => {
  const { later } = await addReused('purple');
  const dismissing = await running.db.startTransaction().execute();
  const made = { adminId: admin.user.id, because: 'explained' as const, note: '' };
  await setDismissed(dismissing, later.id, 'photo.same_file', made);
  const second = dismiss(later.id, { because: 'explained' }, superAdmin);
  await waitingForLock(1);
  await dismissing.commit().execute();
  const { status, body } = await second;
  expect([status, body.message]).toEqual([409, 'Asha Rao already dismissed this finding.']);
});

// Covers: evidence-22
test('a finding that has changed since it was shown is not dismissed', async () => {
  const { id } = await addRow();
  const look = { level: 'look', sentence: 'The agent was at the door for 100 seconds.' };
  const serious = {
    level: 'serious',
    sentence: 'The agent was at the door for 40 seconds.',
  } as const;
  await addFinding(running.db, id, serious);
  const send = (more: object) =>
    dismiss(id, { because: 'explained', ...more }, admin, 'visit.short');
  const outdated = await send({ seen: look });
  expect(outdated).toMatchObject({ status: 409, body: { code: 'outdated' } });
  expect(outdated.body.message).toBe(
    'The finding has changed. It is now: “The agent was at the door for 40 seconds.” (Serious). Dismiss it again if it is still irrelevant.',
  );
  expect((await send({ seen: { ...serious, level: 'look' } })).status).toBe(409);
  expect((await findingsOf(id))?.[0]?.dismissed).toBeNull();
  expect((await send({ seen: serious })).status).toBe(200);
  // A repeated dismissal changes nothing, so it is accepted although `seen` is outdated.
  expect((await send({ seen: look })).status).toBe(200);
  expect(await dismissalsOf(id)).toHaveLength(1);
  expect((await send({ seen: serious, note: 'He rang me.' })).status).toBe(200);
  expect((await findingsOf(id))?.[0]?.dismissed).toMatchObject({ note: 'He rang me.' });
  expect(await dismissalsOf(id)).toHaveLength(2);
});

// Covers: evidence-7
test('a finding that no longer applies is deleted, unless it was dismissed', async () => {
  const [gone, kept] = [await addRow(), await addRow()];
  for (const { id } of [gone, kept]) await addFinding(running.db, id);
  await dismiss(kept.id, { because: 'check_wrong' }, admin, 'visit.short');
  await checkAgain();
  expect(await findingsOf(gone.id)).toEqual([]);
  expect(await findingsOf(kept.id)).toHaveLength(1);
});

// Covers: evidence-3
test('the app’s record of a chosen picture arrives with its photo, and is checked', async () => {
  const original = {
    ...{ bytes: 90_000, kind: 'image/jpeg', width: 960, height: 1280 },
    ...{ has_camera: false, taken_at: null, is_named_by_messenger: true },
  };
  const [photo, bytes] = await photoOf('olive');
  const { id } = await addPhoneVisit(running, agent, [
    { ...photo, ...{ source: 'camera_app', original } },
  ]);
  const sent = await sendPhoneFile(running, agent, { visitId: id, sha256: photo.sha256, bytes });
  expect(sent.statusCode).toBe(200);
  await check();
  const row = await readRow(running.db, 'verifications', { visit_id: id }, ['id']);
  const { photos } = await open(row.id);
  const findings = await findingsOf(row.id);
  const imported = findings?.find(({ check: one }) => one === 'photo.imported');
  expect(imported?.photos).toEqual([{ photo_id: photos[0]?.id, other: null }]);
});

// Covers: evidence-8
test('a wrong pin code is corrected from the verification, which is then checked again', async () => {
  const { id, applicant } = await addRow();
  const details = JSON.stringify({ pinCode: '400001' });
  await addFinding(running.db, id, { check_id: 'place.district', level: 'serious', details });
  const correct = async (more: object = {}, who = admin) => {
    const right = { pin_code: '400002', instead_of: '400001', ...more };
    return (await who.post(`verification_tasks/${id}/correct-pin-code/`, right)).statusCode;
  };
  expect(await correct({}, agent)).toBe(403);
  expect(await correct({ pin_code: '040002' })).toBe(400);
  expect(await correct({ instead_of: '400003' })).toBe(409);
  expect(await correct()).toBe(200);
  expect(await correct()).toBe(200);

  const opened = await open(id);
  expect(opened.application_details?.pin_code).toBe('400002');
  expect(opened.evidence?.findings).toMatchObject([
    { check: 'place.district', dismissed: { by: 'Asha Rao', because: 'pin_code_wrong' } },
  ]);
  expect(await auditOf(running.db, 'applicant', applicant.id)).toMatchObject([
    { action: 'correct_pin_code', before: { pin_code: '400001' }, after: { pin_code: '400002' } },
  ]);
  expect(opened.evidence_due).toBe(true);
  // A finding for the corrected pin code is new, so it is not dismissed.
  const again = foundBy('place.district', { details: { pinCode: '400002' } });
  await saveFindings(running.db, id, [again], 0);
  expect((await open(id)).evidence?.findings).toMatchObject([{ dismissed: null }]);
});

// Covers: evidence-8
test('a correction of the pin code during a check waits for the check', async () => {
  await check();
  const { id } = await addRow();
  await addFinding(running.db, id, { check_id: 'place.district', level: 'serious' });
  await changeRows(running.db, 'verifications', { id }, { evidence_due: true });
  const right = { pin_code: '400002', instead_of: '400001' };
  const { correcting } = await running.db.transaction().execute(async (trx) => {
    expect(await lockDueVerification(trx, [])).toBe(id);
    const correcting = admin.post(`verification_tasks/${id}/correct-pin-code/`, right);
    await waitingForLock(1);
    // Continues like the background check. If the waiting correction had locked the finding, the two
    // transactions would deadlock.
    await saveFindings(trx, id, [], 0);
    await markChecked(trx, id, []);
    return { correcting };
  });
  expect((await correcting).statusCode).toBe(200);
  expect(await findingsOf(id)).toEqual([]);
  expect((await open(id)).evidence_due).toBe(true);
  expect(await check()).toBe(1);
});

// Covers: evidence-6
test('a dismissal does not cover a photo of another verification', async () => {
  const { id } = await addRow();
  const others = (...otherApplicants: number[]) => [
    foundBy('photo.same_file', { otherApplicants }),
  ];
  const isDismissed = async () => {
    const [finding] = (await open(id)).evidence?.findings ?? [];
    return finding?.dismissed !== null;
  };
  await saveFindings(running.db, id, others(1, 2), 0);
  await markChecked(running.db, id, []);
  await dismiss(id, { because: 'explained' });
  await saveFindings(running.db, id, others(2), 0);
  expect(await isDismissed()).toBe(true);
  await saveFindings(running.db, id, others(2, 3), 0);
  expect(await isDismissed()).toBe(false);
});

// Covers: evidence-6
test('a finding is stored while the verification’s own applicant, whom it also names, is locked', async () => {
  const { id, applicant } = await addRow();
  await markChecked(running.db, id, []);
  const found = foundBy('photo.same_file', { otherApplicants: [applicant.id] });
  await running.db.transaction().execute(async (held) => {
    const locked = held.selectFrom('applicants').select('id').where('id', '=', applicant.id);
    await locked.forUpdate().execute();
    await running.db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx);
      await saveFindings(trx, id, [found], 0);
    });
  });
  expect(await findingsOf(id)).toMatchObject([{ check: 'photo.same_file' }]);
});

const summary = (): Promise<EvidenceSummary> => read(superAdmin, 'evidence/');
const recordOf = async (id: CheckId) =>
  (await summary()).checks.find(({ check: one }) => one === id);
const changeThresholds = async (version: number, values: object, who = superAdmin) => {
  const answer = await who.post('evidence/thresholds/', { version, values });
  return { status: answer.statusCode, body: answer.json() };
};
/** Adds fifty verifications with this finding. */
const addFifty = async (check_id: CheckId, thresholds = 0) => {
  const version = checks.find(({ id }) => id === check_id)?.version ?? 0;
  const ids: number[] = [];
  for (let at = 0; at < 50; at += 1) {
    const { id } = await addRow();
    await addFinding(running.db, id, { check_id, version, thresholds, level: 'look' });
    ids.push(id);
  }
  return { ids, version };
};

// Covers: evidence-9
test('a check asks to be loosened once more than 40 of 50 findings were dismissed', async () => {
  expect(await recordOf('visit.dense')).toMatchObject({ fired: 0, asks_to_be_loosened: false });
  const { ids } = await addFifty('visit.dense');
  const because = { because: 'same_place' };
  for (const id of ids.slice(0, 40)) await dismiss(id, because, admin, 'visit.dense');
  await decide(ids[49] ?? 0, 'negative');
  expect(await recordOf('visit.dense')).toMatchObject({
    ...{ fired: 50, dismissed: 40, confirmed: 1, asks_to_be_loosened: false },
  });
  await dismiss(ids[40] ?? 0, because, admin, 'visit.dense');
  expect(await recordOf('visit.dense')).toMatchObject({ dismissed: 41, asks_to_be_loosened: true });
});

// Covers: evidence-9
test('a super admin changes the thresholds of the checks', async () => {
  const { thresholds_version: shown } = await summary();
  expect((await changeThresholds(shown, { shortSeconds: 90 }, admin)).status).toBe(403);
  // The contradiction may be between two new values, or between a new value and a stored one.
  for (const values of [{ shortSeconds: 10, tooShortSeconds: 600 }, { tooShortSeconds: 600 }]) {
    const refused = await changeThresholds(shown, values);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.values).toEqual([
      `“Short time at the door: time that is serious” (600 s) must not be more than “Short time at the door: time that is worth a look” (${values.shortSeconds ?? 120} s).`,
    ]);
  }
  for (const values of [
    ...[{ shortSeconds: 5 }, { longSeconds: 90 }],
    ...[
      { fastKmh: 300, tooFastKmh: 40 },
      { frozenFixes: 10, flatFixes: 9 },
    ],
  ])
    expect((await changeThresholds(shown, values)).status).toBe(400);
  expect((await summary()).thresholds).toContainEqual(
    expect.objectContaining({ name: 'tooShortSeconds', value: 45, not_above: 'shortSeconds' }),
  );
  expect((await changeThresholds(shown, { shortSeconds: 120 })).body.version).toBe(shown);
  const changed = await changeThresholds(shown, { shortSeconds: 90 });
  expect(changed.status).toBe(200);
  const late = await changeThresholds(shown, { shortSeconds: 80 });
  expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  const { thresholds_version: made, thresholds, changes } = await summary();
  expect(made).toBe(changed.body.version);
  expect(thresholds).toContainEqual(
    expect.objectContaining({
      ...{ name: 'shortSeconds', checks: ['visit.short'], value: 90, original: 120 },
    }),
  );
  expect(changes[0]).toMatchObject({ by: 'Meera Iyer', values: { shortSeconds: 90 } });
  expect(await auditOf(running.db, 'evidence', made)).toMatchObject([
    { before: { shortSeconds: 120 }, after: { shortSeconds: 90 } },
  ]);
  const { later } = await addReused('green');
  const stamped = await readRows(running.db, 'evidence_findings', { verification_id: later.id });
  expect(new Set(stamped.map((row) => row.thresholds))).toEqual(new Set([made]));
  expect((await changeThresholds(made, { shortSeconds: null })).status).toBe(200);
  expect((await summary()).changes[0]?.values).toEqual({});
});

// Covers: evidence-9
test('a check should be loosened by its current findings, not by those before it was loosened', async () => {
  const addDismissed = async (check_id: CheckId, because: string, thresholds = 0) => {
    const { ids, version } = await addFifty(check_id, thresholds);
    for (const id of ids) await dismiss(id, { because }, admin, check_id);
    return version;
  };
  const set = async (values: object): Promise<number> =>
    (await changeThresholds((await summary()).thresholds_version, values)).body.version;
  const version = await addDismissed('gps.jumps', 'place_inexact');
  const before = { fired: 50, dismissed: 50, asks_to_be_loosened: true };
  expect(await recordOf('gps.jumps')).toMatchObject({ ...before, since: null });
  await set({ jumpM: 1_000 });
  // Changing a threshold of another check has no effect.
  const last = await set({ shortSeconds: 100 });
  const since = (await summary()).changes[1]?.at;
  const none = { fired: 0, dismissed: 0, asks_to_be_loosened: false };
  expect(await recordOf('gps.jumps')).toMatchObject({ ...none, since });
  await addDismissed('gps.jumps', 'place_inexact', last);
  expect(await recordOf('gps.jumps')).toMatchObject(before);

  const ofCheck = { check_id: 'gps.jumps' } as const;
  await changeRows(running.db, 'evidence_findings', ofCheck, { version: version - 1 });
  expect(await recordOf('gps.jumps')).toMatchObject(none);

  // `place.district` is meant to find wrong pin codes too, so a dismissal with `pin_code_wrong` doesn't count
  // against this check.
  await addDismissed('place.district', 'pin_code_wrong');
  expect(await recordOf('place.district')).toMatchObject({ ...before, asks_to_be_loosened: false });
  await set({ jumpM: null, shortSeconds: null });
});

// Covers: evidence-10
test('findings are deleted with their verification, and with another verification that they name', async () => {
  const { earlier, later } = await addReused('purple');
  const own = await addRow();
  await addFinding(running.db, own.id);
  const forgotten = [earlier.applicant.id, own.applicant.id];
  for (const id of forgotten)
    await changeRows(running.db, 'applicants', { id }, { status: 'submitted' });
  await running.db.transaction().execute((trx) => anonymise(trx, forgotten));
  expect(await findingsOf(later.id)).toEqual([]);
  expect(await findingsOf(own.id)).toEqual([]);
  await changeRows(running.db, 'verifications', { id: own.id }, { evidence_due: true });
  await check();
  expect(failures).toEqual([]);
  expect(await findingsOf(own.id)).toEqual([]);
});

// Covers: evidence-10
test('a finding that names a person anonymised meanwhile is not stored', async () => {
  const { id } = await addRow();
  const { applicant } = await addVerificationRow(running.db, agent.user.id, {
    status: 'submitted',
  });
  await markChecked(running.db, id, []);
  const words = foundBy('facts.copied', { otherApplicants: [applicant.id] });
  const { saving } = await running.db.transaction().execute(async (trx) => {
    await anonymise(trx, [applicant.id]);
    const saving = saveFindings(running.db, id, [words], 0);
    await waitingForLock(1);
    return { saving };
  });
  await saving;
  expect(await findingsOf(id)).toEqual([]);
});

// Covers: evidence-11
test("the desk serves the worst first among the oldest; a lone note and dismissed findings don't count", async () => {
  await changeRows(
    running.db,
    'verifications',
    { admin_decision: 'pending' },
    { admin_decision: 'positive', decided_by: admin.user.id, decided_at: new Date() },
  );
  const ids: number[] = [];
  for (let at = 0; at < 6; at += 1) ids.push((await addRow()).id);
  const [plain = 0, note = 0, dismissed = 0, look = 0, notes = 0, serious = 0] = ids;
  await addFinding(running.db, note, { level: 'note' });
  await addFinding(running.db, dismissed, { level: 'serious' });
  await dismiss(dismissed, { because: 'explained' }, admin, 'visit.short');
  await addFinding(running.db, look, { level: 'look' });
  await addFinding(running.db, notes, { level: 'note' });
  await addFinding(running.db, notes, { level: 'note', check_id: 'gps.frozen' });
  await addFinding(running.db, serious, { level: 'serious' });

  const listed = await read(admin, 'verification_tasks/?fields=list&admin_decision=pending');
  const levels = (listed.results as Verification[]).map((row) => [
    row.verification_id,
    row.evidence_level,
  ]);
  expect(levels).toEqual([
    [serious, 'serious'],
    [notes, 'look'],
    [look, 'look'],
    [dismissed, null],
    [note, null],
    [plain, null],
  ]);

  const order: number[] = [];
  while (order.length < 6) {
    const [id = 0]: number[] = (await admin.post('review/next/', {})).json().verification_ids;
    order.push(id);
    await decide(id, 'positive', { claim: true });
  }
  expect(order).toEqual([serious, look, notes, plain, note, dismissed]);
});
