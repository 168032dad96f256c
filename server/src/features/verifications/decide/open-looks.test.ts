import { expect, test } from 'vitest';
import { addFinding } from '../../../testing/evidence/add-finding.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { decisionOf, secondLookOffice as office } from '../../../testing/second-look-office.ts';
import { readVerificationExport } from '../verification-export-store.ts';

const drawsAll = { drawn: { positive: 100, negative: 100 } };

// Covers: second-looks-4
test('who made the counting decision can settle a difference with it, if there is no other super admin', async () => {
  const { db, visit, person } = await office(drawsAll);
  const asha = await person('superadmin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await visit();
  await asha.decide(id, 'positive');
  await ravi.decide(id, 'negative');
  expect(await asha.next()).toEqual([id]);
  await asha.decide(id, 'positive', { claim: true });
  expect(await decisionOf(db, id)).toMatchObject({
    ...{ admin_decision: 'positive', second_look: 'settled' },
  });
  expect(await asha.next()).toEqual([]);
});

// Covers: second-looks-4
test('the second reviewer settles with the same decision once it can’t be a repeated request any more', async () => {
  const { db, serious, person } = await office();
  const ravi = await person('admin', 'Ravi Iyer');
  const asha = await person('superadmin', 'Asha Rao');
  const { id } = await serious();
  await ravi.decide(id, 'positive');
  const claim = async ({ post }: typeof ravi): Promise<string> =>
    (await post(`review/${id}/keep/`)).json().message;
  expect(await claim(ravi)).toMatch(/^You decided this case/);
  const { message } = await asha.decide(id, 'negative');
  expect(await claim(ravi)).toMatch(/^Two reviewers decided differently/);
  expect(await asha.decide(id, 'negative')).toMatchObject({ status: 200, message });
  expect(await decisionOf(db, id)).toMatchObject({ second_look: 'differs' });
  expect(await asha.next()).toEqual([]);

  const aMinuteAgo = new Date(Date.now() - 61_000).toISOString();
  await changeRows(db, 'second_looks', { verification_id: id }, { second_at: aMinuteAgo });
  expect(await asha.next()).toEqual([id]);
  await asha.decide(id, 'negative', { claim: true });
  expect(await decisionOf(db, id)).toMatchObject({
    ...{ admin_decision: 'negative', second_look: 'settled' },
  });
});

// Covers: second-looks-4
test('a second reviewer can repeat their own earlier decision', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await serious();
  await ravi.decide(id, 'negative');
  await asha.decide(id, 'positive');
  expect(await ravi.next()).toEqual([id]);
  await ravi.decide(id, 'negative', { claim: true });
  expect(await decisionOf(db, id)).toMatchObject({
    ...{ admin_decision: 'negative', second_look: 'differs' },
  });
});

// Covers: second-looks-6
test('the only admin is not offered a decision of theirs that counts already', async () => {
  const { db, visit, person } = await office({ ...drawsAll });
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await visit();
  await asha.decide(id, 'positive');
  await changeRows(db, 'users', { id: ravi.user.id }, { is_active: false });
  expect(await asha.next()).toEqual([]);
  expect(await asha.queue()).toMatchObject({ second_looks: 0 });
});

// Covers: second-looks-4, callbacks-5
test('a case to review again is not offered while only others can end its second look', async () => {
  const { db, visit, person } = await office(drawsAll);
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const meera = await person('superadmin', 'Meera Nair');
  const { id } = await visit();
  await asha.decide(id, 'positive');
  await ravi.decide(id, 'negative');
  await db.insertInto('reviews_again').values({ verification_id: id, denied_id: id }).execute();
  expect(await asha.next()).toEqual([]);
  expect(await meera.next()).toEqual([id]);
  await meera.decide(id, 'positive', { claim: true });
  expect(await meera.next()).toEqual([]);
  expect(await asha.queue()).toMatchObject({ again: 0 });
});

// Covers: second-looks-3, threat-48
test('neither who dismissed a finding, nor an earlier decision, nor a filter of the audit tells who decided first', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('superadmin', 'Ravi Iyer');
  const { id } = await serious();
  await addFinding(db, id, {
    check_id: 'photo.imported',
    ...{ dismissed_by: asha.user.id, dismissed_at: new Date().toISOString() },
    ...{ dismissed_because: 'explained' },
  });
  await asha.decide(id, 'negative');
  await asha.decide(id, 'positive');

  const dismissed = await ravi.post(`verification_tasks/${id}/findings/photo.imported/dismiss/`, {
    because: 'explained',
  });
  expect(dismissed.json()).toMatchObject({
    message: 'Another reviewer already dismissed this finding.',
  });
  const opened = await ravi.open(id);
  expect(opened).toMatchObject({ admin_decision: 'pending', admin_reviewed_details: null });
  const history = await ravi.get(`verification_tasks/${id}/history/`);
  const applicant = await ravi.get(`applicants/${opened.application_details?.id}/history/`);
  expect(JSON.stringify([opened, history.json(), applicant.json()])).not.toContain('Asha');
  const about = `subject=verification&subject_id=${id}`;
  for (const actor of [asha, ravi]) {
    const audit = await ravi.get(`audit/?${about}&actor_id=${actor.user.id}`);
    expect(audit.json()).toMatchObject({ count: 0, results: [] });
  }
  await ravi.decide(id, 'positive');
  const audit = await ravi.get(`audit/?${about}&actor_id=${asha.user.id}`);
  expect(audit.json()).toMatchObject({ count: 2 });
});

// Covers: second-looks-3
test('the first reviewer can’t see whether a decision that counts was drawn', async () => {
  const { visit, person } = await office(drawsAll);
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await visit();
  await asha.decide(id, 'positive');
  expect((await asha.open(id)).looked_at).toBeNull();
  expect((await asha.post(`review/${id}/keep/`, {})).json().detail ?? '').not.toContain('second');
  await ravi.decide(id, 'positive');
  expect((await asha.open(id)).looked_at).toMatchObject({ state: 'agreed' });
});

// Covers: second-looks-7
test('a case that was sent back leaves the board’s second looks', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await serious();
  await asha.decide(id, 'positive');
  expect((await ravi.get('board/')).json()).toMatchObject({ second_looks: 1 });
  await changeRows(db, 'verifications', { id }, { sent_back_at: new Date().toISOString() });
  expect((await ravi.get('board/')).json()).toMatchObject({ second_looks: 0 });
});

/**
 * Adds a look that delays its decision, and a look that doesn't. In both, the first reviewer called,
 * dismissed a finding and made a report.
 */
async function telling() {
  const made = await office(drawsAll);
  const { db, serious, visit, person } = made;
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('superadmin', 'Ravi Iyer');
  const [waiting, counting] = [await serious(), await visit()];
  for (const { id, applicant } of [waiting, counting]) {
    await asha.post(`review/${id}/callbacks/number/`);
    await asha.post(`review/${id}/callbacks/`, { result: 'no_answer' });
    await asha.decide(id, 'positive');
    const { application_id } = applicant;
    expect((await asha.post('pdf-generator/generate_pdf/', { application_id })).statusCode).toBe(
      200,
    );
  }
  return { ...made, db, asha, ravi, waiting, counting };
}

// Covers: second-looks-3, threat-48
test('calls, reports and the applicant’s record don’t tell who decided first', async () => {
  const { db, asha, ravi, waiting, counting } = await telling();
  expect((await ravi.next()).toSorted()).toEqual([waiting.id, counting.id]);
  for (const { id, applicant } of [waiting, counting]) {
    const opened = await ravi.open(id);
    expect(opened.callback).toMatchObject({ asked_by: 'Another reviewer' });
    const answers = await Promise.all(
      [
        ...[`applicants/${applicant.id}/`, `applicants/${applicant.id}/history/`],
        ...[`verification_tasks/${id}/history/`, `verification_tasks/${id}/reports/`],
        ...['callbacks/', `audit/?subject=verification&subject_id=${id}`],
      ].map(async (path) => {
        const { statusCode, body } = await ravi.get(path);
        expect([path, statusCode]).toEqual([path, 200]);
        return body;
      }),
    );
    expect(JSON.stringify([opened, answers])).not.toMatch(/Asha|decision\W+positive/);
    const report = await readRow(db, 'reports', { verification_id: id }, ['id']);
    expect((await ravi.get(`reports/${report.id}/file/`)).statusCode).toBe(404);
    const audit = await ravi.get(`audit/?subject=verification&actor_id=${asha.user.id}`);
    expect(audit.json().results).toEqual([]);
  }
  const register = await ravi.get(
    `quality-register/?month=${new Date().toISOString().slice(0, 7)}`,
  );
  expect(register.body).not.toContain('Asha');

  await ravi.decide(waiting.id, 'positive', { claim: true });
  expect((await ravi.get(`verification_tasks/${waiting.id}/reports/`)).json().results).toHaveLength(
    1,
  );
  expect((await ravi.open(waiting.id)).callback).toMatchObject({ asked_by: 'Asha Rao' });
});

// Covers: second-looks-3, threat-48
test('a saved report form tells a second reviewer neither the decision nor who saved it', async () => {
  const { test, db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id, applicant } = await serious();
  const { application_id } = applicant;
  const { timeZone, shortName } = test.platform.provider;
  const exported = async () =>
    JSON.stringify(await readVerificationExport(db, [id], timeZone, shortName));
  const form = { applicationRefNo: application_id, agencyDecision: 'POSITIVE' };
  const save = { template_type: 'residence', ...form };
  expect((await asha.post('pdf-generator/simple-generate/', save)).statusCode).toBe(200);
  await asha.decide(id, 'positive');
  const saved = (who: typeof asha) =>
    who.get(`verification_tasks/${id}/saved-form/?template_type=residence`);
  const lastDecision = async (who: typeof asha) => {
    await who.post('pdf-generator/generate_pdf/', { application_id, template_type: 'RESIDENCE' });
    const rows = await readRows(db, 'reports', { verification_id: id }, ['form', 'version']);
    return rows.toSorted((a, b) => a.version - b.version).at(-1)?.form.agencyDecision;
  };
  expect((await saved(asha)).json()).toMatchObject({ saved: { form, saved_by: 'Asha Rao' } });
  const answer = await saved(ravi);
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'second_look_owed']);
  expect(answer.body).not.toMatch(/Asha|POSITIVE/);
  expect(await exported()).not.toContain('POSITIVE');
  expect(await lastDecision(ravi)).not.toBe('POSITIVE');
  expect(await lastDecision(asha)).toBe('POSITIVE');
  await ravi.decide(id, 'positive');
  expect((await saved(ravi)).json()).toMatchObject({ saved: { form } });
  expect(await exported()).toContain('POSITIVE');
});

// Covers: second-looks-3, threat-48
test('lists, filters, counts, files and sums show a decision that waits to nobody, and one that counts to everyone', async () => {
  const { ravi, waiting, counting } = await telling();
  const third = await ravi.get('verification_tasks/?fields=list&admin_decision=positive');
  expect(third.json()).toMatchObject({ count: 1, results: [{ verification_id: counting.id }] });
  const whole = (await ravi.get('verification_tasks/?admin_decision=pending')).json();
  const listed = whole.results.find(
    ({ verification_id }: { verification_id: number }) => verification_id === waiting.id,
  );
  expect(listed).toMatchObject({ admin_reviewed_details: null });
  const statusOf = async (status: string) =>
    (await ravi.get(`applicants/?status=${status}`))
      .json()
      .results.map(({ id }: { id: number }) => id);
  expect(await statusOf('submitted')).toEqual([counting.applicant.id]);
  expect(await statusOf('visited')).toContain(waiting.applicant.id);
  const { application_id } = waiting.applicant;
  const found = await ravi.get(`verification_tasks/lookup-by-application-id/?id=${application_id}`);
  expect(found.json().data.admin_reviewed_details).toBeNull();
  const [from, until] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const sums = await ravi.get(`applicants/portfolio-summary/?start_date=${from}&end_date=${until}`);
  expect(JSON.stringify(sums.json())).toMatch(/"submitted":1\b/);
});

// Covers: second-looks-3
test('while the reviewers differ, the history shows an admin only their own decision', async () => {
  const { serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const meera = await person('superadmin', 'Meera Nair');
  const { id } = await serious();
  await asha.decide(id, 'positive');
  await ravi.decide(id, 'negative');
  const actionsOf = async (one: typeof asha) => (await one.history(id)).map(({ action }) => action);
  expect(await actionsOf(ravi)).toEqual(['differ']);
  expect(await actionsOf(asha)).toEqual(['first_look']);
  expect(await actionsOf(meera)).toEqual(['differ', 'first_look']);
});

// Covers: second-looks-3
test('a colleague’s second look doesn’t show the first reviewer that their decision was drawn', async () => {
  const { visit, person } = await office(drawsAll);
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const meera = await person('admin', 'Meera Nair');
  const { id } = await visit();
  await asha.decide(id, 'positive');
  expect(await ravi.next()).toEqual([id]);
  await ravi.post(`review/${id}/keep/`);
  const elsewhere = async (one: typeof asha) =>
    (await one.get('review/day/')).json().elsewhere as object[];
  expect(await elsewhere(meera)).toMatchObject([{ verification_id: id, colleague: 'Ravi Iyer' }]);
  expect(await elsewhere(asha)).toEqual([]);
});

// Covers: second-looks-9
test('a super admin who settles for their own decision is no second person of the report', async () => {
  const { db, lender, serious, person } = await office();
  await changeRows(db, 'lenders', { id: lender.id }, { report_second_look: true });
  const asha = await person('superadmin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const said = async (decision: 'positive' | 'negative') => {
    const { id, applicant } = await serious();
    await asha.decide(id, 'positive');
    await ravi.decide(id, 'negative');
    await asha.decide(id, decision);
    await asha.post('pdf-generator/generate_pdf/', { application_id: applicant.application_id });
    const { facts } = await readRow(db, 'reports', { verification_id: id }, ['facts']);
    return JSON.stringify(facts).includes('reviewedByTwo');
  };
  expect(await said('positive')).toBe(false);
  expect(await said('negative')).toBe(true);
});
