import { expect, test } from 'vitest';
import { recount } from '../../../db/counts/counts.ts';
import { addFinding } from '../../../testing/evidence/add-finding.ts';
import { setDue } from '../../../testing/lenders.ts';
import { readRow, readRows } from '../../../testing/rows.ts';
import { addPerson, secondLookOffice as office } from '../../../testing/second-look-office.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { auditOf, signIn } from '../../../testing/test-app.ts';

const waits = 'Decision recorded. It counts when a second reviewer confirms it.';
const positive = { decision: 'positive' };
const negative = { decision: 'negative' };
const pending = { decision: 'pending' };
const exact = { applicants: 0, verifications: 0, texts: 0 };

// Covers: second-looks-1
test('without second looks of the lender, everything is as specified', async () => {
  const { db, agent, asha, ravi } = await office();
  const { id } = await addVerificationRow(db, agent.user.id);
  await addFinding(db, id, { level: 'serious' });
  expect(await asha.ask(id, 'positive')).toMatchObject({ status: 409, code: 'second_looks_off' });
  expect((await asha.decide(id, 'positive')).message).toBe('Decision updated to positive.');
  expect((await ravi.decide(id, 'negative')).message).toBe(
    'Decision updated to negative. It replaces the positive decision of Asha Rao.',
  );
  expect(await db.selectFrom('second_looks').selectAll().execute()).toEqual([]);
});

// Covers: second-looks-2
test('a positive decision with a serious finding waits, also a dismissed one, and counts when a second reviewer agrees', async () => {
  const { db, lender, serious, decisionOf, asha, ravi } = await office();
  const { id, applicant } = await serious();
  await setDue(db, applicant.id, lender.ruleId);
  await db.deleteFrom('evidence_findings').where('verification_id', '=', id).execute();

  const first = await asha.decide(id, 'positive', { notes: 'Met the wife.' });
  expect(first).toEqual({ status: 200, success: true, message: waits });
  expect(await asha.decide(id, 'positive')).toEqual(first);
  const waiting = { ...pending, look: 'owed', status: 'visited', clock_stopped_at: null };
  expect(await decisionOf(id)).toMatchObject(waiting);
  expect(await asha.next()).toEqual([]);
  expect(await asha.queue()).toMatchObject({ waiting: 0, second_looks: 0 });
  expect(await ravi.queue()).toMatchObject({ waiting: 0, second_looks: 1 });
  expect(await ravi.read('board/')).toMatchObject({ to_review: 0, second_looks: 1 });
  expect(await ravi.next()).toEqual([id]);
  const [listed] = (await ravi.read('verification_tasks/?fields=list')).results;
  expect(listed).toMatchObject({ admin_decision: 'pending', second_look: 'owed' });
  expect(await ravi.makeReport(applicant)).toBe(200);

  const agreed = 'Decision updated to positive. Both reviewers agree.';
  expect((await ravi.decide(id, 'positive', { claim: true })).message).toBe(agreed);
  expect((await ravi.decide(id, 'positive')).message).toBe(agreed);
  expect(await decisionOf(id)).toMatchObject({
    ...{ ...positive, look: 'agreed', status: 'submitted' },
    ...{ decided_by: asha.user.id, notes: 'Met the wife.', clock_stopped_at: expect.any(String) },
  });
  expect((await asha.open(id)).looked_at).toMatchObject({
    ...{ state: 'agreed', is_mine: false, settled: null },
    first: { by: 'Asha Rao', ...positive, notes: 'Met the wife.' },
    second: { by: 'Ravi Iyer', ...positive },
  });
  expect(await auditOf(db, 'verification', id)).toMatchObject([
    { action: 'first_look', actor_id: asha.user.id, after: positive },
    { action: 'confirm', actor_id: ravi.user.id, after: { admin_decision: 'positive' } },
  ]);
  // The first reviewer's later notes need no other second look.
  const noted = await asha.decide(id, 'positive', { notes: 'Met her twice.' });
  expect(noted.message).toBe('Decision updated to positive.');
  expect(await decisionOf(id)).toMatchObject({ look: 'agreed', notes: 'Met her twice.' });
  expect(await recount(db, 'Asia/Kolkata')).toEqual(exact);
});

// Covers: second-looks-3, threat-48
test('the second reviewer learns neither the first decision nor who made it', async () => {
  const { serious, visit, decisionOf, asha, ravi } = await office({
    ...{ ravi: 'superadmin', drawsAll: true },
  });
  const waiting = await serious();
  const counting = await visit();
  const notes = 'Secret words';
  await asha.decide(waiting.id, 'positive', { notes });
  await asha.undo(waiting.id);
  await asha.decide(waiting.id, 'positive', { notes });
  await asha.decide(counting.id, 'negative', { notes });
  expect((await asha.undo(counting.id)).message).toMatch(
    /^The negative decision on .* was undone\.$/,
  );
  expect(await decisionOf(counting.id)).toMatchObject({ ...pending, look: null });
  await asha.decide(counting.id, 'negative', { notes });
  expect((await ravi.next()).toSorted()).toEqual([waiting.id, counting.id]);

  for (const { id } of [waiting, counting]) {
    const opened = await ravi.open(id);
    expect(opened).toMatchObject({ admin_decision: 'pending', admin_reviewed_details: null });
    expect(opened.application_details?.status).toBe('visited');
    expect(opened.looked_at).toEqual({
      ...{ state: 'owed', is_mine: true, first: null, second: null, settled: null },
    });
    const history = await ravi.read(`verification_tasks/${id}/history/`);
    expect(JSON.stringify([opened, history])).not.toMatch(/Asha|Secret|negative/);
    const audit = await ravi.get(`audit/?subject=verification&subject_id=${id}`);
    expect(audit.body).not.toContain('Asha');
    const [row] = audit.json().results;
    expect(await ravi.read(`audit/${row.id}/`)).toMatchObject({
      ...{ actor: null, before: null, after: null },
    });
    const file = await ravi.get(`audit/export/?subject=verification&subject_id=${id}`);
    expect(file.body).not.toMatch(/Asha|negative/);
  }
  // Asha, the first reviewer, still sees her own decision.
  expect((await asha.open(waiting.id)).looked_at?.first).toMatchObject({ notes });
  expect(await asha.history(waiting.id)).toContain('first_look');
  await ravi.decide(waiting.id, 'positive');
  expect(await ravi.history(waiting.id)).toContain('first_look');
});

// Covers: second-looks-4
test('a difference goes to a super admin who decided neither, who sees both', async () => {
  const { test, serious, decisionOf, leave, asha, ravi } = await office({ asha: 'superadmin' });
  const meera = await addPerson(test, 'superadmin', 'Meera Nair');
  const { id } = await serious();
  await asha.decide(id, 'positive', { notes: 'All fine' });
  expect((await ravi.decide(id, 'negative', { notes: 'Other plate' })).message).toBe(
    'Decision recorded. The first reviewer decided differently, so a super admin decides.',
  );
  expect(await decisionOf(id)).toMatchObject({ ...pending, look: 'differs' });
  for (const one of [asha, ravi]) {
    const again = await one.decide(id, 'negative', { notes: 'Again' });
    expect(again).toMatchObject({ status: 409, code: 'differs' });
    expect(await one.next()).toEqual([]);
  }
  const second = { notes: 'Other plate' };
  expect((await ravi.open(id)).looked_at).toMatchObject({ first: null, second });
  expect(await meera.queue()).toMatchObject({ second_looks: 0, differences: 1 });
  expect(await meera.next()).toEqual([id]);
  expect((await meera.open(id)).looked_at).toMatchObject({
    ...{ state: 'differs', is_mine: true },
    first: { by: 'Asha Rao', notes: 'All fine' },
    second: { by: 'Ravi Iyer', notes: 'Other plate' },
  });
  // If no other super admin is active, a super admin who made one of the decisions settles the difference.
  await leave(meera);
  expect(await asha.queue()).toMatchObject({ differences: 1 });
  expect((await asha.decide(id, 'negative')).message).toBe('Decision updated to negative.');
  expect(await decisionOf(id)).toMatchObject({
    ...{ ...negative, look: 'settled', decided_by: asha.user.id },
  });
});

// Covers: second-looks-5
test('of requested, new and drawn ones, only a requested positive decision waits', async () => {
  const { test, db, visit, decisionOf, asha, ravi } = await office();
  const lookOf = (id: number) => readRow(db, 'second_looks', { verification_id: id });

  const asked = await visit();
  expect(await asha.ask(asked.id, 'positive')).toMatchObject({ status: 200, message: waits });
  expect(await asha.ask(asked.id, 'positive')).toMatchObject({ status: 200, message: waits });
  expect(await ravi.ask(asked.id, 'positive')).toMatchObject({ status: 409, code: 'owed_already' });
  expect(await lookOf(asked.id)).toMatchObject({ because: 'asked', delays: true });

  const refused = await visit();
  const { message } = await asha.ask(refused.id, 'negative');
  expect(message).toBe('Decision updated to negative.');
  expect(await lookOf(refused.id)).toMatchObject({ because: 'asked', delays: false });
  // A retry after a lost response adds no second look. A requested second look replaces one that was added
  // automatically.
  expect((await asha.ask(refused.id, 'negative')).message).toBe(message);
  const drawn = await visit(await signIn(test, 'agent'));
  await asha.decide(drawn.id, 'negative');
  expect((await asha.ask(drawn.id, 'negative')).message).toBe(message);
  const looksAt = async ({ id }: { id: number }) =>
    (await readRows(db, 'second_looks', { verification_id: id })).map(({ because }) => because);
  expect(await looksAt(refused)).toEqual(['asked']);
  expect((await looksAt(drawn)).sort()).toEqual(['asked', 'new_agent']);

  const first = await visit(await signIn(test, 'agent'));
  await asha.decide(first.id, 'positive');
  expect(await lookOf(first.id)).toMatchObject({ because: 'new_agent', delays: false });
  expect(await decisionOf(first.id)).toMatchObject({ ...positive, status: 'submitted' });

  const clean = await visit();
  await asha.decide(clean.id, 'positive');
  expect((await decisionOf(clean.id)).look).toBeNull();

  // If the first decision already counts, a different second decision changes nothing until a super admin
  // settles the difference.
  await ravi.decide(first.id, 'negative');
  expect(await decisionOf(first.id)).toMatchObject({ ...positive, look: 'differs' });
});

// Covers: second-looks-6
test('without another admin, a decision counts and the answer says so, unless the provider wants it to wait', async () => {
  const { test, serious, decisionOf, leave, asha, ravi } = await office();
  await leave(ravi);
  expect((await asha.decide((await serious()).id, 'positive')).message).toBe(
    'Decision updated to positive. The decision counts without a second look, because no other reviewer is active.',
  );
  const { message } = await asha.ask((await serious()).id, 'negative');
  expect(message).toContain('The decision counts without a second look');
  // If the only other reviewer becomes inactive, the first reviewer gets the case again.
  const meera = await addPerson(test, 'admin', 'Meera Nair');
  const other = await serious();
  await asha.decide(other.id, 'positive');
  expect(await asha.next()).toEqual([]);
  await leave(meera);
  expect(await asha.next()).toEqual([other.id]);
  await asha.decide(other.id, 'positive', { claim: true });
  expect(await decisionOf(other.id)).toMatchObject(positive);

  const strict = await office({ countsAlone: false });
  await strict.leave(strict.ravi);
  const held = await strict.serious();
  expect((await strict.asha.decide(held.id, 'positive')).message).toBe(waits);
  expect(await strict.asha.next()).toEqual([]);
});

// Covers: second-looks-7
test.each([
  ['the first decision', ['positive'], null],
  ['a confirmation', ['positive', 'positive'], 'owed'],
  ['a difference', ['positive', 'negative'], 'owed'],
  ['a settlement', ['positive', 'negative', 'negative'], 'differs'],
])('%s can be undone within a minute, only by its admin', async (_, decisions, look) => {
  const { test, db, serious, decisionOf, asha, ravi } = await office();
  const admins = [asha, ravi, await addPerson(test, 'superadmin', 'Meera Nair')];
  const { id, applicant } = await serious();
  for (const [turn, decision] of decisions.entries()) await admins[turn]?.decide(id, decision);
  const mine = admins[decisions.length - 1] ?? asha;
  for (const one of admins) if (one !== mine) expect((await one.undo(id)).status).toBe(403);
  expect((await mine.undo(id)).message).toBe(
    `The ${decisions.at(-1)} decision on ${applicant.applicant_name} was undone.`,
  );
  expect(await decisionOf(id)).toMatchObject({ ...pending, look, status: 'visited' });
  expect(await recount(db, 'Asia/Kolkata')).toEqual(exact);
  const claim = await readRow(db, 'review_claims', { verification_id: id });
  expect(claim.admin_id).toBe(mine.user.id);
});

// Covers: second-looks-7, calibration-2
test('an undone second decision stays known as the one that was blind', async () => {
  const { db, serious, asha, ravi } = await office();
  const { id } = await serious();
  await asha.decide(id, 'positive');
  for (const decision of ['negative', 'positive']) {
    await ravi.decide(id, decision);
    await ravi.undo(id);
    const look = await readRow(db, 'second_looks', { verification_id: id });
    expect(look).toMatchObject({ undone_by: ravi.user.id, undone_decision: 'negative' });
  }
});

// Covers: second-looks-7
test('undoing a replacement restores the second look that it ended', async () => {
  const { serious, decisionOf, asha, ravi } = await office();
  const { id } = await serious();
  await asha.decide(id, 'positive', { notes: 'First' });
  await asha.decide(id, 'negative');
  expect(await decisionOf(id)).toMatchObject({ ...negative, look: null });
  await asha.undo(id);
  expect(await decisionOf(id)).toMatchObject({ ...pending, look: 'owed' });
  await ravi.decide(id, 'positive');
  expect(await decisionOf(id)).toMatchObject({ ...positive, notes: 'First' });
  // A negative decision that is undone leaves the confirmed decision and its second look unchanged.
  await ravi.decide(id, 'negative');
  await ravi.undo(id);
  expect(await decisionOf(id)).toMatchObject({ ...positive, look: 'agreed' });
});

// Covers: second-looks-7, callbacks-5
test('a case that is reviewed again owes its second look, and comes back with an undo', async () => {
  const { serious, decisionOf, deny, asha, ravi } = await office();
  const { id } = await serious();
  await ravi.decide(id, 'negative');
  await deny(id);
  expect(await asha.next()).toEqual([id]);
  expect((await asha.decide(id, 'positive', { claim: true })).message).toBe(waits);
  const standing = { ...negative, decided_by: ravi.user.id };
  expect(await decisionOf(id)).toMatchObject({ ...standing, look: 'owed' });
  expect((await asha.undo(id)).status).toBe(200);
  expect(await decisionOf(id)).toMatchObject({ ...standing, look: null });
  expect(await asha.next()).toEqual([id]);
  // Neither repeating the decision nor undoing the repetition changes the decision.
  const repeated = await asha.decide(id, 'negative', { claim: true });
  expect(repeated.message).toBe('The negative decision stays.');
  expect((await asha.undo(id)).status).toBe(200);
  expect(await decisionOf(id)).toMatchObject({ ...standing, look: null });
});

// Covers: second-looks-2, callbacks-5
test('a positive decision whose visit was denied since is confirmed by a second reviewer, and counts meanwhile', async () => {
  const { visit, decisionOf, asha, ravi } = await office({ asha: 'superadmin' });
  const { id } = await visit();
  await asha.decide(id, 'positive', { notes: 'First' });
  const { decided_at, decided_by } = await decisionOf(id);
  const stands = { ...positive, decided_at, decided_by };
  await ravi.post(`review/${id}/callbacks/ask/`);
  await ravi.post(`review/${id}/callbacks/`, { result: 'denies_visit' });

  expect(await asha.next()).toEqual([id]);
  const again = () => asha.decide(id, 'positive', { claim: true });
  const { message } = await again();
  expect(message).toBe(
    'Decision recorded. A second reviewer also decides. Until then, the earlier decision counts.',
  );
  expect((await again()).message).toBe(message);
  expect(await decisionOf(id)).toMatchObject({ ...stands, look: 'owed' });
  expect(await asha.next()).toEqual([]);
  expect((await asha.undo(id)).status).toBe(200);
  expect(await asha.next()).toEqual([id]);
  await again();

  expect(await ravi.next()).toEqual([id]);
  expect((await ravi.open(id)).admin_decision).toBe('pending');
  await ravi.decide(id, 'positive', { claim: true });
  expect(await decisionOf(id)).toMatchObject({ ...stands, look: 'agreed', notes: 'First' });
  expect((await ravi.undo(id)).status).toBe(200);
  expect(await decisionOf(id)).toMatchObject({ ...stands, look: 'owed' });
  await ravi.decide(id, 'negative', { claim: true });
  expect(await decisionOf(id)).toMatchObject({ ...stands, look: 'differs' });
  await asha.decide(id, 'negative', { claim: true });
  expect(await decisionOf(id)).toMatchObject(negative);
});

// Covers: second-looks-6, callbacks-5
test('the only admin keeps a positive decision whose visit was denied', async () => {
  const { serious, deny, leave, asha, ravi } = await office();
  await leave(ravi);
  const { id } = await serious();
  await asha.decide(id, 'positive');
  await deny(id);
  const { message } = await asha.decide(id, 'positive', { claim: true });
  expect(message).toBe('The positive decision stays.');
});

// Covers: second-looks-8
test('second looks come first, those with the least time left before the others', async () => {
  const { db, lender, serious, visit, asha, ravi } = await office({ drawsAll: true });
  const first = await visit();
  await setDue(db, first.applicant.id, lender.ruleId, 3_600_000);
  const drawn = await visit();
  const later = await serious();
  const sooner = await serious();
  await setDue(db, later.applicant.id, lender.ruleId, 7_200_000);
  await setDue(db, sooner.applicant.id, lender.ruleId, 5_400_000);
  for (const { id } of [drawn, later, sooner]) await asha.decide(id, 'positive');
  for (const { id } of [sooner, later, drawn, first]) {
    expect((await ravi.next())[0]).toBe(id);
    await ravi.decide(id, 'positive', { claim: true });
  }
});
