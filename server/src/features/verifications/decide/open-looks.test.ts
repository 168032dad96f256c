import { expect, test } from 'vitest';
import { addFinding } from '../../../testing/evidence/add-finding.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { addPerson, secondLookOffice as office } from '../../../testing/second-look-office.ts';
import { readVerificationExport } from '../verification-export-store.ts';

// Covers: second-looks-4
test('who made the counting decision can settle a difference with it, if there is no other super admin', async () => {
  const { visit, decisionOf, asha, ravi } = await office({ asha: 'superadmin', drawsAll: true });
  const { id } = await visit();
  await asha.decide(id, 'positive');
  await ravi.decide(id, 'negative');
  expect(await asha.next()).toEqual([id]);
  await asha.decide(id, 'positive', { claim: true });
  expect(await decisionOf(id)).toMatchObject({ decision: 'positive', look: 'settled' });
  expect(await asha.next()).toEqual([]);
});

// Covers: second-looks-4
test('the second reviewer settles with the same decision once it can’t be a repeated request any more', async () => {
  const { db, serious, decisionOf, asha, ravi } = await office({ asha: 'superadmin' });
  const { id } = await serious();
  await ravi.decide(id, 'positive');
  const claim = async () => (await ravi.post(`review/${id}/keep/`)).json().message;
  expect(await claim()).toMatch(/^You decided this case/);
  const first = await asha.decide(id, 'negative');
  expect(first.status).toBe(200);
  expect(await claim()).toMatch(/^Two reviewers decided differently/);
  expect(await asha.decide(id, 'negative')).toEqual(first);
  expect(await decisionOf(id)).toMatchObject({ look: 'differs' });
  expect(await asha.next()).toEqual([]);

  const aMinuteAgo = new Date(Date.now() - 61_000).toISOString();
  await changeRows(db, 'second_looks', { verification_id: id }, { second_at: aMinuteAgo });
  expect(await asha.next()).toEqual([id]);
  await asha.decide(id, 'negative', { claim: true });
  expect(await decisionOf(id)).toMatchObject({ decision: 'negative', look: 'settled' });
});

// Covers: second-looks-4
test('a second reviewer can repeat their own earlier decision', async () => {
  const { serious, decisionOf, asha, ravi } = await office();
  const { id } = await serious();
  await ravi.decide(id, 'negative');
  await asha.decide(id, 'positive');
  expect(await ravi.next()).toEqual([id]);
  await ravi.decide(id, 'negative', { claim: true });
  expect(await decisionOf(id)).toMatchObject({ decision: 'negative', look: 'differs' });
});

// Covers: second-looks-6
test('the only admin is not offered a decision of theirs that counts already', async () => {
  const { visit, leave, asha, ravi } = await office({ drawsAll: true });
  await asha.decide((await visit()).id, 'positive');
  await leave(ravi);
  expect(await asha.next()).toEqual([]);
  expect(await asha.queue()).toMatchObject({ second_looks: 0 });
});

// Covers: second-looks-4, callbacks-5
test('a case to review again is not offered while only others can end its second look', async () => {
  const { test, visit, deny, asha, ravi } = await office({ drawsAll: true });
  const meera = await addPerson(test, 'superadmin', 'Meera Nair');
  const { id } = await visit();
  await asha.decide(id, 'positive');
  await ravi.decide(id, 'negative');
  await deny(id);
  expect(await asha.next()).toEqual([]);
  expect(await meera.next()).toEqual([id]);
  await meera.decide(id, 'positive', { claim: true });
  expect(await meera.next()).toEqual([]);
  expect(await asha.queue()).toMatchObject({ again: 0 });
});

// Covers: second-looks-3, threat-48
test('neither who dismissed a finding, nor an earlier decision, nor a filter of the audit tells who decided first', async () => {
  const { db, serious, asha, ravi } = await office({ ravi: 'superadmin' });
  const { id, applicant } = await serious();
  await addFinding(db, id, {
    check_id: 'photo.imported',
    ...{ dismissed_by: asha.user.id, dismissed_at: new Date().toISOString() },
    ...{ dismissed_because: 'explained' },
  });
  await asha.decide(id, 'negative');
  await asha.decide(id, 'positive');

  const finding = `verification_tasks/${id}/findings/photo.imported`;
  const dismissed = await ravi.post(`${finding}/dismiss/`, { because: 'explained' });
  expect(dismissed.json().message).toBe('Another reviewer already dismissed this finding.');
  const opened = await ravi.open(id);
  expect(opened).toMatchObject({ admin_decision: 'pending', admin_reviewed_details: null });
  const history = await ravi.read(`verification_tasks/${id}/history/`);
  const applicantHistory = await ravi.read(`applicants/${applicant.id}/history/`);
  expect(JSON.stringify([opened, history, applicantHistory])).not.toContain('Asha');
  const auditBy = ({ user }: typeof asha) =>
    ravi.read(`audit/?subject=verification&subject_id=${id}&actor_id=${user.id}`);
  for (const actor of [asha, ravi]) {
    expect(await auditBy(actor)).toMatchObject({ count: 0, results: [] });
  }
  await ravi.decide(id, 'positive');
  expect(await auditBy(asha)).toMatchObject({ count: 2 });
});

// Covers: second-looks-3
test('the first reviewer can’t see whether a decision that counts was drawn', async () => {
  const { visit, asha, ravi } = await office({ drawsAll: true });
  const { id } = await visit();
  await asha.decide(id, 'positive');
  expect((await asha.open(id)).looked_at).toBeNull();
  expect((await asha.post(`review/${id}/keep/`, {})).json().detail ?? '').not.toContain('second');
  await ravi.decide(id, 'positive');
  expect((await asha.open(id)).looked_at).toMatchObject({ state: 'agreed' });
});

// Covers: second-looks-7
test('a case that was sent back leaves the board’s second looks, and the other cases still wait', async () => {
  const { db, visit, serious, asha, ravi } = await office();
  await visit();
  const { id } = await serious();
  await asha.decide(id, 'positive');
  expect(await ravi.read('board/')).toMatchObject({ second_looks: 1 });
  await changeRows(db, 'verifications', { id }, { sent_back_at: new Date().toISOString() });
  expect(await ravi.read('board/')).toMatchObject({ second_looks: 0 });
  expect(await ravi.queue()).toMatchObject({ waiting: 1 });
});

/**
 * Adds a second look that delays the decision, and a second look that doesn't. In both cases, the first
 * reviewer called the person whom the agent had met, then decided, then made a report.
 */
async function telling() {
  const made = await office({ ravi: 'superadmin', drawsAll: true });
  const { asha } = made;
  const [waiting, counting] = [await made.serious(), await made.visit()];
  for (const { id, applicant } of [waiting, counting]) {
    await asha.post(`review/${id}/callbacks/number/`);
    await asha.post(`review/${id}/callbacks/`, { result: 'no_answer' });
    await asha.decide(id, 'positive');
    expect(await asha.makeReport(applicant)).toBe(200);
  }
  return { ...made, waiting, counting };
}

// Covers: second-looks-3, threat-48
test('calls, reports and the applicant’s record don’t tell who decided first', async () => {
  const { db, asha, ravi, waiting, counting } = await telling();
  expect((await ravi.next()).toSorted()).toEqual([waiting.id, counting.id]);
  for (const { id, applicant } of [waiting, counting]) {
    const opened = await ravi.open(id);
    expect(opened.callback).toMatchObject({ asked_by: 'Another reviewer' });
    const answers = [JSON.stringify(opened)];
    for (const path of [
      ...[`applicants/${applicant.id}/`, `applicants/${applicant.id}/history/`],
      ...[`verification_tasks/${id}/history/`, `verification_tasks/${id}/reports/`],
      ...['callbacks/', `audit/?subject=verification&subject_id=${id}`],
      `audit/?subject=report`,
    ]) {
      const { statusCode, body } = await ravi.get(path);
      expect(statusCode, path).toBe(200);
      answers.push(body);
    }
    expect(answers.join()).not.toMatch(/Asha|decision\W+positive/);
    const report = await readRow(db, 'reports', { verification_id: id }, ['id']);
    expect((await ravi.get(`reports/${report.id}/file/`)).statusCode).toBe(404);
    for (const subject of ['verification', 'report']) {
      const audit = await ravi.read(`audit/?subject=${subject}&actor_id=${asha.user.id}`);
      expect(audit.results, subject).toEqual([]);
    }
  }
  const month = new Date().toISOString().slice(0, 7);
  expect((await ravi.get(`quality-register/?month=${month}`)).body).not.toContain('Asha');

  await ravi.decide(waiting.id, 'positive', { claim: true });
  const reports = await ravi.read(`verification_tasks/${waiting.id}/reports/`);
  expect(reports.results).toHaveLength(1);
  expect((await ravi.open(waiting.id)).callback).toMatchObject({ asked_by: 'Asha Rao' });
});

// Covers: second-looks-3, threat-48
test('a saved report form tells a second reviewer neither the decision nor who saved it', async () => {
  const { test, db, serious, asha, ravi } = await office();
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
  const decided = await ravi.read('verification_tasks/?fields=list&admin_decision=positive');
  expect(decided).toMatchObject({ count: 1, results: [{ verification_id: counting.id }] });
  const { results } = await ravi.read('verification_tasks/?admin_decision=pending');
  expect(results).toContainEqual(
    expect.objectContaining({ verification_id: waiting.id, admin_reviewed_details: null }),
  );
  const submitted = await ravi.read('applicants/?status=submitted');
  expect(submitted.results).toMatchObject([{ id: counting.applicant.id }]);
  const visited = await ravi.read('applicants/?status=visited');
  expect(visited.results).toContainEqual(expect.objectContaining({ id: waiting.applicant.id }));
  const { application_id } = waiting.applicant;
  const found = await ravi.read(
    `verification_tasks/lookup-by-application-id/?id=${application_id}`,
  );
  expect(found.data.admin_reviewed_details).toBeNull();
  const [from, until] = [-1, 1].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const sums = await ravi.get(`applicants/portfolio-summary/?start_date=${from}&end_date=${until}`);
  expect(sums.body).toMatch(/"submitted":1\b/);
});

// Covers: second-looks-3
test('while the reviewers differ, the history shows an admin only their own decision', async () => {
  const { test, serious, asha, ravi } = await office();
  const meera = await addPerson(test, 'superadmin', 'Meera Nair');
  const { id } = await serious();
  await asha.decide(id, 'positive');
  await ravi.decide(id, 'negative');
  expect(await ravi.history(id)).toEqual(['differ']);
  expect(await asha.history(id)).toEqual(['first_look']);
  expect(await meera.history(id)).toEqual(['differ', 'first_look']);
});

// Covers: second-looks-3
test('a colleague’s second look doesn’t show the first reviewer that their decision was drawn', async () => {
  const { test, visit, asha, ravi } = await office({ drawsAll: true });
  const meera = await addPerson(test, 'admin', 'Meera Nair');
  const { id } = await visit();
  await asha.decide(id, 'positive');
  expect(await ravi.next()).toEqual([id]);
  await ravi.post(`review/${id}/keep/`);
  const shown = [{ verification_id: id, colleague: 'Ravi Iyer' }];
  expect((await meera.read('review/day/')).elsewhere).toMatchObject(shown);
  expect((await asha.read('review/day/')).elsewhere).toEqual([]);
});

// Covers: second-looks-9
test('a report states that two people reviewed if two people’s decisions led to it, and the lender wants it', async () => {
  const { db, lender, serious, asha, ravi } = await office({ asha: 'superadmin' });
  const said = async (...decisions: string[]) => {
    const { id, applicant } = await serious();
    for (const [turn, decision] of decisions.entries()) {
      await (turn === 1 ? ravi : asha).decide(id, decision);
    }
    await asha.makeReport(applicant);
    const { facts } = await readRow(db, 'reports', { verification_id: id }, ['facts']);
    return JSON.stringify(facts).includes('reviewedByTwo');
  };
  expect(await said('positive', 'positive')).toBe(false);
  await changeRows(db, 'lenders', { id: lender.id }, { report_second_look: true });
  expect(await said('positive', 'positive')).toBe(true);
  expect(await said('positive', 'negative', 'negative')).toBe(true);
  // A super admin who settles the difference in favour of their own decision doesn't count as a second
  // person.
  expect(await said('positive', 'negative', 'positive')).toBe(false);
});
