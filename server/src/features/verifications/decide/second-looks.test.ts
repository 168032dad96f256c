import { expect, test } from 'vitest';
import { recount } from '../../../db/counts/counts.ts';
import { addFinding } from '../../../testing/evidence/add-finding.ts';
import { setDue } from '../../../testing/lenders.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { decisionOf, secondLookOffice as office } from '../../../testing/second-look-office.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { auditOf, signIn } from '../../../testing/test-app.ts';

const waits = 'Decision recorded. It counts when a second reviewer confirms it.';

// Covers: second-looks-1
test('without second looks of the lender, everything is as specified', async () => {
  const { db, agent, person } = await office();
  const { id } = await addVerificationRow(db, agent.user.id);
  await addFinding(db, id, { level: 'serious' });
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  expect(await asha.ask(id, 'positive')).toMatchObject({ status: 409, code: 'second_looks_off' });
  expect(await asha.decide(id, 'positive')).toEqual({
    ...{ status: 200, success: true, message: 'Decision updated to positive.' },
  });
  expect(await ravi.decide(id, 'negative')).toMatchObject({
    message: 'Decision updated to negative. It replaces the positive decision of Asha Rao.',
  });
  expect(await db.selectFrom('second_looks').selectAll().execute()).toEqual([]);
});

// Covers: second-looks-2
test('a positive decision with a serious finding waits, also a dismissed one, and counts when a second reviewer agrees', async () => {
  const { db, lender, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id, applicant } = await serious();
  await setDue(db, applicant.id, lender.ruleId);
  await db.deleteFrom('evidence_findings').where('verification_id', '=', id).execute();

  expect(await asha.decide(id, 'positive', { notes: 'Met the wife.' })).toEqual({
    ...{ status: 200, success: true, message: waits },
  });
  expect(await asha.decide(id, 'positive')).toMatchObject({ message: waits });
  const waiting = { admin_decision: 'pending', second_look: 'owed', status: 'visited' };
  expect(await decisionOf(db, id)).toMatchObject({ ...waiting, clock_stopped_at: null });
  expect(await asha.next()).toEqual([]);
  expect(await asha.queue()).toMatchObject({ waiting: 0, second_looks: 0 });
  expect(await ravi.queue()).toMatchObject({ waiting: 0, second_looks: 1 });
  expect((await ravi.get('board/')).json()).toMatchObject({ to_review: 0, second_looks: 1 });
  expect(await ravi.next()).toEqual([id]);
  const listed = (await ravi.get('verification_tasks/?fields=list')).json().results[0];
  expect(listed).toMatchObject({ admin_decision: 'pending', second_look: 'owed' });
  const application_id = applicant.application_id;
  expect((await ravi.post('pdf-generator/generate_pdf/', { application_id })).statusCode).toBe(200);

  expect(await ravi.decide(id, 'positive', { claim: true })).toMatchObject({
    message: 'Decision updated to positive. Both reviewers agree.',
  });
  expect(await ravi.decide(id, 'positive')).toMatchObject({
    message: 'Decision updated to positive. Both reviewers agree.',
  });
  const counted = { admin_decision: 'positive', second_look: 'agreed', status: 'submitted' };
  const decided = { decided_by: asha.user.id, decision_notes: 'Met the wife.' };
  expect(await decisionOf(db, id)).toMatchObject({ ...counted, ...decided });
  expect((await decisionOf(db, id)).clock_stopped_at).not.toBeNull();
  expect((await asha.open(id)).looked_at).toMatchObject({
    ...{ state: 'agreed', is_mine: false, settled: null },
    first: { by: 'Asha Rao', decision: 'positive', notes: 'Met the wife.' },
    second: { by: 'Ravi Iyer', decision: 'positive' },
  });
  expect(await auditOf(db, 'verification', id)).toMatchObject([
    { action: 'first_look', actor_id: asha.user.id, after: { decision: 'positive' } },
    { action: 'confirm', actor_id: ravi.user.id, after: { admin_decision: 'positive' } },
  ]);
  expect(await recount(db, 'Asia/Kolkata')).toEqual({ applicants: 0, verifications: 0, texts: 0 });
});

// Covers: second-looks-3, threat-48
test('the second reviewer learns neither the first decision nor who made it', async () => {
  const { serious, visit, person } = await office({
    drawn: { positive: 100, negative: 100 },
  });
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('superadmin', 'Ravi Iyer');
  const waiting = await serious();
  const counting = await visit();
  await asha.decide(waiting.id, 'positive', { notes: 'Secret words' });
  await asha.undo(waiting.id);
  await asha.decide(waiting.id, 'positive', { notes: 'Secret words' });
  await asha.decide(counting.id, 'negative', { notes: 'Secret words' });
  expect((await ravi.next()).toSorted()).toEqual([waiting.id, counting.id]);

  for (const { id } of [waiting, counting]) {
    const opened = await ravi.open(id);
    expect(opened).toMatchObject({ admin_decision: 'pending', admin_reviewed_details: null });
    expect(opened.application_details?.status).toBe('visited');
    expect(opened.looked_at).toEqual({
      ...{ state: 'owed', is_mine: true, first: null, second: null, settled: null },
    });
    const history = await ravi.get(`verification_tasks/${id}/history/`);
    expect(JSON.stringify([opened, history.json()])).not.toMatch(/Asha|Secret|negative/);
    const audit = await ravi.get(`audit/?subject=verification&subject_id=${id}`);
    expect(audit.json().results.length).toBeGreaterThan(0);
    expect(audit.body).not.toContain('Asha');
    const [row] = audit.json().results;
    const record = await ravi.get(`audit/${row.id}/`);
    expect(record.json()).toMatchObject({ actor: null, before: null, after: null });
    const file = await ravi.get(`audit/export/?subject=verification&subject_id=${id}`);
    expect(file.body).not.toMatch(/Asha|negative/);
  }
  // Asha, the first reviewer, still sees her own decision.
  expect((await asha.open(waiting.id)).looked_at?.first).toMatchObject({ notes: 'Secret words' });
  expect((await asha.history(waiting.id)).map(({ action }) => action)).toContain('first_look');
  await ravi.decide(waiting.id, 'positive');
  expect((await ravi.history(waiting.id)).map(({ action }) => action)).toContain('first_look');
});

// Covers: second-looks-4
test('a difference goes to a super admin who decided neither, who sees both', async () => {
  const { db, serious, person } = await office();
  const asha = await person('superadmin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const meera = await person('superadmin', 'Meera Nair');
  const { id } = await serious();
  await asha.decide(id, 'positive', { notes: 'All fine' });
  expect(await ravi.decide(id, 'negative', { notes: 'Other plate' })).toMatchObject({
    message: 'Decision recorded. The first reviewer decided differently, so a super admin decides.',
  });
  expect(await decisionOf(db, id)).toMatchObject({
    admin_decision: 'pending',
    second_look: 'differs',
  });
  for (const one of [asha, ravi]) {
    expect(await one.decide(id, 'negative', { notes: 'Again' })).toMatchObject({
      status: 409,
      code: 'differs',
    });
    expect(await one.next()).toEqual([]);
  }
  expect((await ravi.open(id)).looked_at).toMatchObject({
    first: null,
    second: { notes: 'Other plate' },
  });
  expect(await meera.queue()).toMatchObject({ second_looks: 0, differences: 1 });
  expect(await meera.next()).toEqual([id]);
  expect((await meera.open(id)).looked_at).toMatchObject({
    ...{ state: 'differs', is_mine: true },
    first: { by: 'Asha Rao', notes: 'All fine' },
    second: { by: 'Ravi Iyer', notes: 'Other plate' },
  });
  // If no other super admin is active, a super admin who made one of the decisions settles the difference.
  await changeRows(db, 'users', { id: meera.user.id }, { is_active: false });
  expect(await asha.queue()).toMatchObject({ differences: 1 });
  expect(await asha.decide(id, 'negative')).toMatchObject({
    ...{ status: 200, message: 'Decision updated to negative.' },
  });
  expect(await decisionOf(db, id)).toMatchObject({
    ...{ admin_decision: 'negative', second_look: 'settled', decided_by: asha.user.id },
  });
});

// Covers: second-looks-5
test('of requested, new and drawn ones, only a requested positive decision waits', async () => {
  const { db, agent, visit, person, test } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const lookOf = (id: number) =>
    readRow(db, 'second_looks', { verification_id: id }, ['because', 'delays', 'drawn_percent']);

  const asked = await visit();
  expect(await asha.ask(asked.id, 'positive')).toMatchObject({ status: 200, message: waits });
  expect(await asha.ask(asked.id, 'positive')).toMatchObject({ status: 200, message: waits });
  expect(await ravi.ask(asked.id, 'positive')).toMatchObject({ status: 409, code: 'owed_already' });
  expect(await lookOf(asked.id)).toMatchObject({ because: 'asked', delays: true });

  const negative = await visit();
  expect(await asha.ask(negative.id, 'negative')).toMatchObject({
    message: 'Decision updated to negative.',
  });
  expect(await lookOf(negative.id)).toMatchObject({ because: 'asked', delays: false });

  const beginner = await signIn(test, 'agent');
  const first = await visit(beginner);
  await asha.decide(first.id, 'positive');
  expect(await lookOf(first.id)).toMatchObject({ because: 'new_agent', delays: false });
  expect(await decisionOf(db, first.id)).toMatchObject({
    admin_decision: 'positive',
    status: 'submitted',
  });

  const clean = await visit(agent);
  await asha.decide(clean.id, 'positive');
  expect((await decisionOf(db, clean.id)).second_look).toBeNull();

  // If the first decision already counts, a different second decision changes nothing until a super admin
  // settles the difference.
  expect(await ravi.decide(first.id, 'negative')).toMatchObject({ status: 200 });
  expect(await decisionOf(db, first.id)).toMatchObject({
    admin_decision: 'positive',
    second_look: 'differs',
  });
});

// Covers: second-looks-6
test('without another admin, a decision counts and the answer says so, unless the provider wants it to wait', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const { id } = await serious();
  expect(await asha.decide(id, 'positive')).toMatchObject({
    message:
      'Decision updated to positive. The decision counts without a second look, because no other reviewer is active.',
  });
  const asked = await serious();
  expect(await asha.ask(asked.id, 'negative')).toMatchObject({
    message: expect.stringContaining('The decision counts without a second look'),
  });
  // If the second reviewer becomes inactive, the first reviewer gets the case again.
  const ravi = await person('admin', 'Ravi Iyer');
  const other = await serious();
  await asha.decide(other.id, 'positive');
  expect(await asha.next()).toEqual([]);
  await changeRows(db, 'users', { id: ravi.user.id }, { is_active: false });
  expect(await asha.next()).toEqual([other.id]);
  await asha.decide(other.id, 'positive', { claim: true });
  expect(await decisionOf(db, other.id)).toMatchObject({ admin_decision: 'positive' });

  const strict = await office({ countsAlone: false });
  const one = await strict.person('admin', 'Asha Rao');
  const held = await strict.serious();
  expect(await one.decide(held.id, 'positive')).toMatchObject({ message: waits });
});

// Covers: second-looks-7
test.each([
  ['the first decision', ['positive'], 'asha', { admin_decision: 'pending', second_look: null }],
  [
    'a confirmation',
    ['positive', 'positive'],
    'ravi',
    { admin_decision: 'pending', second_look: 'owed' },
  ],
  [
    'a difference',
    ['positive', 'negative'],
    'ravi',
    { admin_decision: 'pending', second_look: 'owed' },
  ],
  [
    'a settlement',
    ['positive', 'negative', 'negative'],
    'meera',
    { admin_decision: 'pending', second_look: 'differs' },
  ],
] as const)(
  '%s can be undone within a minute, only by its admin',
  async (_, decisions, who, before) => {
    const { db, serious, person } = await office();
    const admins = [
      await person('admin', 'Asha Rao'),
      await person('admin', 'Ravi Iyer'),
      await person('superadmin', 'Meera Nair'),
    ] as const;
    const { id, applicant } = await serious();
    for (const [turn, decision] of decisions.entries()) await admins[turn]?.decide(id, decision);
    const mine = admins[['asha', 'ravi', 'meera'].indexOf(who)] as (typeof admins)[number];
    for (const one of admins) if (one !== mine) expect((await one.undo(id)).status).toBe(403);
    const last = decisions.at(-1);
    expect(await mine.undo(id)).toMatchObject({
      message: `The ${last} decision on ${applicant.applicant_name} was undone.`,
    });
    expect(await decisionOf(db, id)).toMatchObject({ ...before, status: 'visited' });
    expect(await recount(db, 'Asia/Kolkata')).toEqual({
      applicants: 0,
      verifications: 0,
      texts: 0,
    });
    const claim = await readRow(db, 'review_claims', { verification_id: id }, ['admin_id']);
    expect(claim.admin_id).toBe(mine.user.id);
  },
);

// Covers: second-looks-7, calibration-2
test('an undone second decision stays known as the one that was blind', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await serious();
  await asha.decide(id, 'positive');
  const undone = () =>
    readRow(db, 'second_looks', { verification_id: id }, ['undone_by', 'undone_decision']);
  for (const decision of ['negative', 'positive']) {
    await ravi.decide(id, decision);
    await ravi.undo(id);
    expect(await undone()).toEqual({ undone_by: ravi.user.id, undone_decision: 'negative' });
  }
});

// Covers: second-looks-7
test('undoing a replacement restores the second look that it ended', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await serious();
  await asha.decide(id, 'positive', { notes: 'First' });
  await asha.decide(id, 'negative');
  expect(await decisionOf(db, id)).toMatchObject({ admin_decision: 'negative', second_look: null });
  await asha.undo(id);
  expect(await decisionOf(db, id)).toMatchObject({
    admin_decision: 'pending',
    second_look: 'owed',
  });
  await ravi.decide(id, 'positive');
  expect(await decisionOf(db, id)).toMatchObject({
    admin_decision: 'positive',
    decision_notes: 'First',
  });
  // A negative decision that is undone leaves the confirmed decision and its second look unchanged.
  await ravi.decide(id, 'negative');
  await ravi.undo(id);
  expect(await decisionOf(db, id)).toMatchObject({
    admin_decision: 'positive',
    second_look: 'agreed',
  });
});

// Covers: second-looks-7, callbacks-5
test('a case that is reviewed again owes its second look, and comes back with an undo', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await serious();
  await ravi.decide(id, 'negative');
  await db.insertInto('reviews_again').values({ verification_id: id, denied_id: id }).execute();
  expect(await asha.next()).toEqual([id]);
  expect(await asha.decide(id, 'positive', { claim: true })).toMatchObject({ message: waits });
  const standing = { admin_decision: 'negative', decided_by: ravi.user.id };
  expect(await decisionOf(db, id)).toMatchObject({ ...standing, second_look: 'owed' });
  expect((await asha.undo(id)).status).toBe(200);
  expect(await decisionOf(db, id)).toMatchObject({ ...standing, second_look: null });
  expect(await asha.next()).toEqual([id]);
  // Neither repeating the decision nor undoing the repetition changes the decision.
  expect(await asha.decide(id, 'negative', { claim: true })).toMatchObject({
    message: 'The negative decision stays.',
  });
  expect((await asha.undo(id)).status).toBe(200);
  expect(await decisionOf(db, id)).toMatchObject({ ...standing, second_look: null });
});

// Covers: second-looks-2, callbacks-5
test('a positive decision whose visit was denied since is confirmed by a second reviewer, and counts meanwhile', async () => {
  const { db, visit, person } = await office();
  const asha = await person('superadmin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id } = await visit();
  await asha.decide(id, 'positive', { notes: 'First' });
  const before = await readRow(db, 'verifications', { id }, ['decided_at', 'decided_by']);
  await ravi.post(`review/${id}/callbacks/ask/`);
  await ravi.post(`review/${id}/callbacks/`, { result: 'denies_visit' });

  expect(await asha.next()).toEqual([id]);
  const again = () => asha.decide(id, 'positive', { claim: true });
  const { message } = await again();
  expect(message).toBe(
    'Decision recorded. A second reviewer also decides. Until then, the earlier decision counts.',
  );
  expect(await again()).toMatchObject({ message });
  const stands = { admin_decision: 'positive', ...before };
  expect(await readRow(db, 'verifications', { id })).toMatchObject({
    ...{ ...stands, second_look: 'owed' },
  });
  expect(await asha.next()).toEqual([]);
  expect((await asha.undo(id)).status).toBe(200);
  expect(await asha.next()).toEqual([id]);
  await again();

  expect(await ravi.next()).toEqual([id]);
  expect(await ravi.open(id)).toMatchObject({ admin_decision: 'pending' });
  await ravi.decide(id, 'positive', { claim: true });
  const confirmed = { ...stands, second_look: 'agreed', decision_notes: 'First' };
  expect(await readRow(db, 'verifications', { id })).toMatchObject(confirmed);
  expect((await ravi.undo(id)).status).toBe(200);
  expect(await readRow(db, 'verifications', { id })).toMatchObject({
    ...{ ...stands, second_look: 'owed' },
  });
  await ravi.decide(id, 'negative', { claim: true });
  expect(await readRow(db, 'verifications', { id })).toMatchObject({
    ...{ ...stands, second_look: 'differs' },
  });
  await asha.decide(id, 'negative', { claim: true });
  expect(await decisionOf(db, id)).toMatchObject({ admin_decision: 'negative' });
});

// Covers: second-looks-6, callbacks-5
test('the only admin keeps a positive decision whose visit was denied', async () => {
  const { db, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const { id } = await serious();
  await asha.decide(id, 'positive');
  await db.insertInto('reviews_again').values({ verification_id: id, denied_id: id }).execute();
  expect(await asha.decide(id, 'positive', { claim: true })).toMatchObject({
    message: 'The positive decision stays.',
  });
});

// Covers: second-looks-8
test('second looks come first, those with the least time left before the others', async () => {
  const { db, lender, serious, visit, person } = await office({
    drawn: { positive: 100, negative: 100 },
  });
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const first = await visit();
  await setDue(db, first.applicant.id, lender.ruleId, 3_600_000);
  const drawn = await visit();
  const later = await serious();
  const sooner = await serious();
  await setDue(db, later.applicant.id, lender.ruleId, 7_200_000);
  await setDue(db, sooner.applicant.id, lender.ruleId, 5_400_000);
  for (const { id } of [drawn, later, sooner]) await asha.decide(id, 'positive');
  const order: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const [id] = await ravi.next();
    if (id === undefined) break;
    order.push(id);
    await ravi.decide(id, 'positive', { claim: true });
  }
  expect(order).toEqual([sooner, later, drawn, first].map(({ id }) => id));
});

// Covers: second-looks-9
test('the report states that two people reviewed if they did and the lender wants it', async () => {
  const { db, lender, serious, person } = await office();
  const asha = await person('admin', 'Asha Rao');
  const ravi = await person('admin', 'Ravi Iyer');
  const { id, applicant } = await serious();
  const { application_id } = applicant;
  const said = async () => {
    await asha.post('pdf-generator/generate_pdf/', { application_id });
    const versions = await db
      .selectFrom('reports')
      .select('facts')
      .where('verification_id', '=', id)
      .orderBy('version', 'desc')
      .execute();
    return JSON.stringify(versions[0]?.facts).includes('reviewedByTwo');
  };
  await asha.decide(id, 'positive');
  await ravi.decide(id, 'positive');
  expect(await said()).toBe(false);
  await changeRows(db, 'lenders', { id: lender.id }, { report_second_look: true });
  expect(await said()).toBe(true);
});
