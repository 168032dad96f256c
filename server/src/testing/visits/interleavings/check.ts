import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp, Visitor } from '../../test-app.ts';
import { ask, type People, type Run } from './run.ts';

/**
 * Asserts that all visits and photos that the phones sent are stored, and that the portfolio summary has the
 * right counts.
 */
export async function checkRun(test: TestApp, people: People, run: Run): Promise<void> {
  const { db, platform } = test;
  const ids = run.applicants.map(({ id }) => id);
  const visits = await db
    .selectFrom('visits as v')
    .leftJoin('verifications as w', 'w.visit_id', 'v.id')
    .select(['v.id', 'v.manifest', 'v.is_final', 'v.standing', 'v.completed_at', 'v.resolved_by'])
    .select(['w.id as verification_id', 'w.image_count', 'w.photos_expected'])
    .where('v.applicant_id', 'in', ids)
    .execute();
  const photos = await db
    .selectFrom('photos as p')
    .innerJoin('visits as v', 'v.id', 'p.visit_id')
    .select(['p.id', 'p.visit_id', 'p.verification_id', 'p.sha256'])
    .where('v.applicant_id', 'in', ids)
    .execute();

  for (const visit of visits) {
    const becomesOne = visit.is_final && visit.standing === 'counted';
    expect(visit.verification_id !== null).toBe(becomesOne);
    expect(visit.completed_at).not.toBeNull();
    if (becomesOne) expect(visit.image_count).toBe(visit.photos_expected);
  }
  for (const [id, { manifest }] of run.sent) {
    const visit = visits.find((one) => one.id === id);
    expect(visit?.manifest?.toString()).toBe(JSON.stringify(manifest));
    const own = photos.filter((photo) => photo.visit_id === id);
    const hashes = own.map(({ sha256 }) => sha256.toString('hex')).sort();
    expect(hashes).toEqual(manifest.photos.map(({ sha256 }) => sha256).sort());
    for (const photo of own) {
      expect(photo.verification_id).toBe(visit?.verification_id);
      const original = await platform.photos.get(`photos/${photo.id}/original`);
      expect(people.bytes.get(photo.sha256.toString('hex'))?.equals(original)).toBe(true);
    }
  }
  // A verification begins either when a visit arrives (audit action `visit`), or when an admin uses a held
  // visit.
  const ends = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', 'applicant')
    .where('subject_id', 'in', ids)
    .where('action', '=', 'visit')
    .execute();
  const used = visits.filter(
    (visit) => visit.verification_id !== null && visit.resolved_by !== null,
  );
  const counted = visits.filter((visit) => visit.verification_id !== null);
  expect(counted).toHaveLength(ends.length + used.length);
  await checkSums(test, people, run);
}

async function checkSums(test: TestApp, { admins }: People, run: Run): Promise<void> {
  const { rows } = await sql<{
    status: string;
    agent: number | null;
    verifications: number;
    unasked: number;
  }>`
    select a.status, a.assigned_agent_id as agent,
      (select count(*) from verifications v where v.applicant_id = a.id) as verifications,
      (select count(*) from send_backs s join verifications v on v.id = s.verification_id
        where v.applicant_id = a.id and s.answered_by is null and a.status in ('visited', 'submitted')) as unasked
    from applicants a where a.portfolio_name = ${run.portfolio} and a.deleted_at is null`.execute(
    test.db,
  );
  const count = { pending: 0, assigned: 0, visited: 0, submitted: 0 };
  for (const { status, agent, verifications, unasked } of rows) {
    count[status as keyof typeof count] += 1;
    expect(agent === null).toBe(status === 'pending');
    if (status === 'visited' || status === 'submitted') expect(verifications).toBeGreaterThan(0);
    expect(unasked).toBe(0);
  }
  const range = 'start_date=2020-01-01&end_date=2999-12-31';
  const summary = await ask(
    ...([
      test,
      admins[0] as Visitor,
      'GET',
      `/api/v1/applicants/portfolio-summary/?${range}`,
    ] as const),
  );
  const row = summary.body.data.find(
    (one: { portfolio_name: string }) => one.portfolio_name === run.portfolio,
  );
  const { pending, assigned, visited, submitted } = count;
  expect(row ?? { total: 0 }).toMatchObject(
    rows.length === 0
      ? { total: 0 }
      : {
          ...{ allocation_pending: pending, visit_pending: assigned, submitted },
          ...{ visit_done: visited + submitted, total: rows.length },
          allocated: assigned + visited + submitted,
        },
  );
}
