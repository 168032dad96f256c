import type { CheckId } from '@doorstep/contract/evidence/checks';
import type { EvidenceSummary } from '@doorstep/contract/evidence/office';
import type { Verification } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addFinding } from '../../testing/evidence/add-finding.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import { addVerificationRow, addVisit, drawPhoto } from '../../testing/submission.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../testing/test-app.ts';
import { countLockWaits } from '../../testing/test-database.ts';
import { addPhoneVisit, photoOf } from '../../testing/visits/phone-visit.ts';
import { anonymise } from '../retention/retention-store.ts';
import { dueChecks } from './check-due.ts';
import {
  countDueSince,
  lockDueVerification,
  markChecked,
  markDueSince,
  saveFindings,
} from './evidence-store.ts';
import { setDismissed } from './office/dismissal-store.ts';
import { checks } from './run-checks.ts';

const failures: unknown[] = [];

const running = await startSharedApp();
const agent = await signIn(running, 'agent', { name: 'Ravi Agent' });
const admin = await signIn(running, 'admin', { name: 'Asha Rao' });
const superAdmin = await signIn(running, 'superadmin', { name: 'Meera Iyer' });
const checkAll = dueChecks(running.platform, (_, error) => failures.push(error));
const check = () => checkAll(new AbortController().signal);

async function ask(who: Visitor, method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await running.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: who.headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const open = async (id: number) =>
  (await ask(admin, 'GET', `verification_tasks/${id}`)).body as Verification;
/** Leaves out findings about old photos, because the drawn photos are dated in March. */
const findingsOf = async (id: number) =>
  (await open(id)).evidence?.findings.filter(({ check: one }) => one !== 'time.before_task');
const dismiss = (id: number, payload: object, who = admin, finding = 'photo.same_file') =>
  ask(who, 'POST', `verification_tasks/${id}/findings/${finding}/dismiss/`, payload);

const waitingForLock = (count: number) => expect.poll(() => countLockWaits(running.db)).toBe(count);

let addresses = 0;
const elsewhere = () => {
  addresses += 1;
  return { address: `${addresses} Elsewhere Road` };
};

async function addReused(colour: string, portfolio_name = 'Test Portfolio') {
  const earlier = await addVisit(running, agent, [colour], { ...elsewhere(), portfolio_name });
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
});

// Covers: evidence-3
test('a picture of one colour in two verifications is worth a look', async () => {
  const { later } = await addReused('red');
  expect(await findingsOf(later.id)).toMatchObject([{ check: 'photo.same_file', level: 'look' }]);
});

// Covers: evidence-4
test('a sentence names no application of another lender', async () => {
  const { earlier, later } = await addReused('orange', 'Other Bank');
  const [finding] = (await findingsOf(later.id)) ?? [];
  expect(finding?.sentence).toContain('an application of another lender');
  expect(finding?.sentence).not.toContain(earlier.applicant.application_id);
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

  const marked = await markDueSince(running.db, new Date(0), { after: 0, atMost: 1000 });
  expect(await countDueSince(running.db, new Date(0))).toBe(marked.length);
  await check();
  expect(await countDueSince(running.db, new Date(0))).toBe(0);
  const [finding] = (await findingsOf(later.id)) ?? [];
  expect(finding?.dismissed).toMatchObject({ by: 'Asha Rao', ...because });
  const audit = await auditOf(running.db, 'verification', later.id);
  expect(audit.filter(({ action }) => action === 'dismiss_finding')).toMatchObject([
    { actor_id: admin.user.id, after: { check: 'photo.same_file', because: 'explained' } },
  ]);
  expect(JSON.stringify(audit)).not.toContain('wrong file');
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
  expect(await second).toMatchObject({
    status: 409,
    body: { message: 'Asha Rao already dismissed this finding.' },
  });
});

// Covers: evidence-22
test('a finding that has changed since it was shown is not dismissed', async () => {
  const { id } = await addVerificationRow(running.db, agent.user.id);
  const look = { level: 'look', sentence: 'The agent was at the door for 100 seconds.' };
  await addFinding(running.db, id, {
    level: 'serious',
    sentence: 'The agent was at the door for 40 seconds.',
  });
  const send = (more: object) =>
    dismiss(id, { because: 'explained', ...more }, admin, 'visit.short');
  expect(await send({ seen: look })).toMatchObject({
    status: 409,
    body: {
      code: 'outdated',
      message:
        'The finding has changed. It is now: “The agent was at the door for 40 seconds.” (Serious). Dismiss it again if it is still irrelevant.',
    },
  });
  const serious = { level: 'serious', sentence: 'The agent was at the door for 40 seconds.' };
  expect((await send({ seen: { ...serious, level: 'look' } })).status).toBe(409);
  expect((await findingsOf(id))?.[0]?.dismissed).toBeNull();
  expect((await send({ seen: serious })).status).toBe(200);
  // A repeated dismissal changes nothing, so the version that was shown no longer matters.
  expect((await send({ seen: look })).status).toBe(200);
  const dismissals = async () =>
    (await auditOf(running.db, 'verification', id)).filter(
      ({ action }) => action === 'dismiss_finding',
    );
  expect(await dismissals()).toHaveLength(1);
  expect((await send({ seen: serious, note: 'He rang me.' })).status).toBe(200);
  expect((await findingsOf(id))?.[0]?.dismissed).toMatchObject({ note: 'He rang me.' });
  expect(await dismissals()).toHaveLength(2);
});

// Covers: evidence-7
test('a finding that no longer applies is deleted, unless it was dismissed', async () => {
  const [gone, kept] = await Promise.all(
    [1, 2].map(() => addVerificationRow(running.db, agent.user.id)),
  );
  for (const one of [gone, kept]) await addFinding(running.db, one?.id ?? 0);
  await dismiss(kept?.id ?? 0, { because: 'check_wrong' }, admin, 'visit.short');
  await markDueSince(running.db, new Date(0), { after: 0, atMost: 1000 });
  await check();
  expect(await findingsOf(gone?.id ?? 0)).toEqual([]);
  expect(await findingsOf(kept?.id ?? 0)).toHaveLength(1);
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
  const answer = await running.app.inject({
    method: 'PUT',
    url: `/api/v1/agent/visits/${id}/photos/${photo.sha256}/`,
    headers: {
      authorization: agent.headers.authorization,
      ...{ 'upload-offset': '0', 'content-type': 'application/octet-stream' },
    },
    payload: bytes,
  });
  expect(answer.statusCode).toBe(200);
  await check();
  const { verification_id } = await running.db
    .selectFrom('evidence_findings as f')
    .innerJoin('verifications as v', 'v.id', 'f.verification_id')
    .select('f.verification_id')
    .where('v.visit_id', '=', id)
    .where('f.check_id', '=', 'photo.imported')
    .executeTakeFirstOrThrow();
  const { photos } = await open(verification_id);
  const imported = (await findingsOf(verification_id))?.find(
    ({ check: one }) => one === 'photo.imported',
  );
  expect(imported?.photos).toEqual([{ photo_id: photos[0]?.id, other: null }]);
});

// Covers: evidence-8
test('a wrong pin code is corrected from the verification, which is then checked again', async () => {
  const { id, applicant } = await addVerificationRow(running.db, agent.user.id);
  const details = (pinCode: string) => ({ details: JSON.stringify({ pinCode }) });
  await addFinding(running.db, id, {
    ...{ check_id: 'place.district', level: 'serious', ...details('400001') },
  });
  const correct = (payload: object, who = admin, of = id) =>
    ask(who, 'POST', `verification_tasks/${of}/correct-pin-code/`, payload);
  const right = { pin_code: '400002', instead_of: '400001' };
  expect((await correct(right, admin, 999_999)).status).toBe(404);
  expect((await correct(right, agent)).status).toBe(403);
  expect((await correct({ ...right, pin_code: '040002' })).status).toBe(400);
  expect((await correct({ ...right, instead_of: '400003' })).status).toBe(409);
  expect((await correct(right)).status).toBe(200);
  expect((await correct(right)).status).toBe(200);

  const opened = await open(id);
  expect(opened.application_details?.pin_code).toBe('400002');
  expect(opened.evidence?.findings).toMatchObject([
    { check: 'place.district', dismissed: { by: 'Asha Rao', because: 'pin_code_wrong' } },
  ]);
  expect(await auditOf(running.db, 'applicant', applicant.id)).toMatchObject([
    { action: 'correct_pin_code', before: { pin_code: '400001' }, after: { pin_code: '400002' } },
  ]);
  const { evidence_due } = await readRow(running.db, 'verifications', { id }, ['evidence_due']);
  expect(evidence_due).toBe(true);
  // A finding for the corrected pin code is new, so it is not dismissed.
  const district = { check: 'place.district', version: 1, level: 'serious', measured: {} } as const;
  const found = (sentence: string, pinCode: string) => [
    { ...district, sentence, details: { pinCode } },
  ];
  const sentence = 'The phone was in Nagpur; the address is in Pune.';
  await saveFindings(running.db, id, found(sentence, '400002'), 0);
  expect((await open(id)).evidence?.findings).toMatchObject([{ dismissed: null }]);
});

// Covers: evidence-8
test('a correction of the pin code during a check waits for the check', async () => {
  await check();
  const { id } = await addVerificationRow(running.db, agent.user.id);
  await addFinding(running.db, id, { check_id: 'place.district', level: 'serious' });
  const due = running.db.updateTable('verifications').set({ evidence_due: true });
  await due.where('id', '=', id).execute();
  const right = { pin_code: '400002', instead_of: '400001' };
  const { correcting } = await running.db.transaction().execute(async (trx) => {
    expect(await lockDueVerification(trx, [])).toBe(id);
    const correcting = ask(admin, 'POST', `verification_tasks/${id}/correct-pin-code/`, right);
    await waitingForLock(1);
    // Does the same as the background check. If the waiting transaction had locked the finding, the two
    // transactions would deadlock.
    await saveFindings(trx, id, [], 0);
    await markChecked(trx, id, []);
    return { correcting };
  });
  expect((await correcting).status).toBe(200);
  expect(await findingsOf(id)).toEqual([]);
  expect((await open(id)).evidence_due).toBe(true);
  expect(await check()).toBe(1);
});

// Covers: evidence-6
test('a dismissal does not cover a photo of another verification', async () => {
  const { id } = await addVerificationRow(running.db, agent.user.id);
  const others = (...otherApplicants: number[]) => [
    {
      ...({ check: 'photo.same_file', version: 1, level: 'serious', measured: {} } as const),
      ...{ sentence: 'The same file.', otherApplicants },
    },
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
  const { id, applicant } = await addVerificationRow(running.db, agent.user.id);
  await markChecked(running.db, id, []);
  const found = {
    ...({ check: 'photo.same_file', version: 1, level: 'serious', measured: {} } as const),
    ...{ sentence: 'The same file.', otherApplicants: [applicant.id] },
  };
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

// Covers: evidence-9
test('a super admin reads the statistics of the checks, and changes their thresholds', async () => {
  const summary = async () => (await ask(superAdmin, 'GET', 'evidence/')).body as EvidenceSummary;
  const recordOf = async (id: string) =>
    (await summary()).checks.find(({ check: one }) => one === id);
  const before = await recordOf('visit.dense');
  expect(before).toMatchObject({ fired: 0, asks_to_be_loosened: false });
  const rows = await Promise.all(
    Array.from({ length: 50 }, () => addVerificationRow(running.db, agent.user.id)),
  );
  const version = checks.find(({ id }) => id === 'visit.dense')?.version ?? 0;
  for (const { id } of rows)
    await addFinding(running.db, id, { check_id: 'visit.dense', version, level: 'serious' });
  const dismissRow = (at: number) =>
    dismiss(rows[at]?.id ?? 0, { because: 'same_place' }, admin, 'visit.dense');
  for (let at = 0; at < 40; at += 1) await dismissRow(at);
  await ask(admin, 'POST', `verification_tasks/${rows[49]?.id}/admin-decision/`, {
    decision: 'negative',
  });
  expect(await recordOf('visit.dense')).toMatchObject({
    ...{ fired: 50, dismissed: 40, confirmed: 1, asks_to_be_loosened: false },
  });
  await dismissRow(40);
  expect(await recordOf('visit.dense')).toMatchObject({ dismissed: 41, asks_to_be_loosened: true });

  const change = (payload: object, who = superAdmin) =>
    ask(who, 'POST', 'evidence/thresholds/', payload);
  const { thresholds_version: shown } = await summary();
  expect((await change({ version: shown, values: { shortSeconds: 90 } }, admin)).status).toBe(403);
  expect((await change({ version: shown, values: { shortSeconds: 5 } })).status).toBe(400);
  expect((await change({ version: shown, values: { longSeconds: 90 } })).status).toBe(400);
  // The contradiction may be between two new values, or between a new value and a stored one.
  for (const values of [{ shortSeconds: 10, tooShortSeconds: 600 }, { tooShortSeconds: 600 }]) {
    const refused = await change({ version: shown, values });
    expect(refused.status).toBe(400);
    expect(refused.body.errors.values).toEqual([
      `“Short time at the door: time that is serious” (600 s) must not be more than “Short time at the door: time that is worth a look” (${values.shortSeconds ?? 120} s).`,
    ]);
  }
  for (const values of [
    { fastKmh: 300, tooFastKmh: 40 },
    { frozenFixes: 10, flatFixes: 9 },
  ])
    expect((await change({ version: shown, values })).status).toBe(400);
  expect((await summary()).thresholds).toContainEqual(
    expect.objectContaining({ name: 'tooShortSeconds', value: 45, not_above: 'shortSeconds' }),
  );
  const changed = await change({ version: shown, values: { shortSeconds: 90 } });
  expect(changed.status).toBe(200);
  expect(await change({ version: shown, values: { shortSeconds: 80 } })).toMatchObject({
    ...{ status: 409, body: { code: 'changed_meanwhile' } },
  });
  const made = (await summary()).thresholds_version;
  expect(made).toBe(changed.body.version);
  expect((await summary()).thresholds).toContainEqual(
    expect.objectContaining({
      ...{ name: 'shortSeconds', checks: ['visit.short'], value: 90, original: 120 },
    }),
  );
  expect((await summary()).changes[0]).toMatchObject({
    by: 'Meera Iyer',
    values: { shortSeconds: 90 },
  });
  expect(await auditOf(running.db, 'evidence', made)).toMatchObject([
    { before: { shortSeconds: 120 }, after: { shortSeconds: 90 } },
  ]);
  const { later } = await addReused('green');
  const stamped = await readRows(running.db, 'evidence_findings', { verification_id: later.id }, [
    'thresholds',
  ]);
  expect(new Set(stamped.map(({ thresholds }) => thresholds))).toEqual(new Set([made]));
  expect((await change({ version: made, values: { shortSeconds: null } })).status).toBe(200);
  expect((await summary()).changes[0]?.values).toEqual({});
});

// Covers: evidence-9
test('a check should be loosened by its current findings, not by those before it was loosened', async () => {
  const recordOf = async (id: string) => {
    const { body } = await ask(superAdmin, 'GET', 'evidence/');
    return (body as EvidenceSummary).checks.find(({ check: one }) => one === id);
  };
  const versionOf = (id: string) => checks.find((one) => one.id === id)?.version ?? 0;
  const addDismissed = async (check_id: CheckId, because: string, thresholds = 0) => {
    for (let at = 0; at < 50; at += 1) {
      const { id } = await addVerificationRow(running.db, agent.user.id);
      const more = { check_id, version: versionOf(check_id), thresholds };
      await addFinding(running.db, id, { ...more, level: 'look' });
      await dismiss(id, { because }, admin, check_id);
    }
  };
  await addDismissed('gps.jumps', 'place_inexact');
  const before = { fired: 50, dismissed: 50, asks_to_be_loosened: true };
  expect(await recordOf('gps.jumps')).toMatchObject({ ...before, since: null });
  const set = async (values: object) => {
    const { thresholds_version: version } = (await ask(superAdmin, 'GET', 'evidence/')).body;
    return (await ask(superAdmin, 'POST', 'evidence/thresholds/', { version, values })).body
      .version as number;
  };
  await set({ jumpM: 1_000 });
  // Changing a threshold of another check has no effect.
  const last = await set({ shortSeconds: 100 });
  const [change] = (
    (await ask(superAdmin, 'GET', 'evidence/')).body as EvidenceSummary
  ).changes.slice(1);
  const none = { fired: 0, dismissed: 0, asks_to_be_loosened: false };
  expect(await recordOf('gps.jumps')).toMatchObject({ ...none, since: change?.at });
  await addDismissed('gps.jumps', 'place_inexact', last);
  expect(await recordOf('gps.jumps')).toMatchObject(before);

  await changeRows(
    running.db,
    'evidence_findings',
    { check_id: 'gps.jumps' },
    { version: versionOf('gps.jumps') - 1 },
  );
  expect(await recordOf('gps.jumps')).toMatchObject(none);

  // The check should find wrong pin codes, so such a dismissal doesn't count against the check.
  await addDismissed('place.district', 'pin_code_wrong');
  expect(await recordOf('place.district')).toMatchObject({
    ...{ fired: 50, dismissed: 50, asks_to_be_loosened: false },
  });
  await set({ jumpM: null, shortSeconds: null });
});

// Covers: evidence-10
test('findings are deleted with their verification, and with another verification that they name', async () => {
  const { earlier, later } = await addReused('purple');
  const own = await addVerificationRow(running.db, agent.user.id);
  await addFinding(running.db, own.id);
  const forgotten = [earlier.applicant.id, own.applicant.id];
  await running.db
    .updateTable('applicants')
    .set({ status: 'submitted' })
    .where('id', 'in', forgotten)
    .execute();
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
  const { id } = await addVerificationRow(running.db, agent.user.id);
  const { applicant } = await addVerificationRow(running.db, agent.user.id, {
    status: 'submitted',
  });
  await markChecked(running.db, id, []);
  const words = {
    ...({ check: 'facts.copied', version: 1, level: 'look', measured: {} } as const),
    ...{ sentence: 'The same remark in 4 visits.', otherApplicants: [applicant.id] },
  };
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
  for (let at = 0; at < 6; at += 1)
    ids.push((await addVerificationRow(running.db, agent.user.id)).id);
  const [plain = 0, note = 0, dismissed = 0, look = 0, notes = 0, serious = 0] = ids;
  await addFinding(running.db, note, { level: 'note' });
  await addFinding(running.db, dismissed, { level: 'serious' });
  await dismiss(dismissed, { because: 'explained' }, admin, 'visit.short');
  await addFinding(running.db, look, { level: 'look' });
  await addFinding(running.db, notes, { level: 'note' });
  await addFinding(running.db, notes, { level: 'note', check_id: 'gps.frozen' });
  await addFinding(running.db, serious, { level: 'serious' });

  const listed = await ask(admin, 'GET', 'verification_tasks/?fields=list&admin_decision=pending');
  const levels = (listed.body.results as Verification[]).map((row) => [
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
    const { body } = await ask(admin, 'POST', 'review/next/', {});
    const [id = 0] = body.verification_ids as number[];
    order.push(id);
    await ask(admin, 'POST', `verification_tasks/${id}/admin-decision/`, {
      decision: 'positive',
      claim: true,
    });
  }
  expect(order).toEqual([serious, look, notes, plain, note, dismissed]);
});
