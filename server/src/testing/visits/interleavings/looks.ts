import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../../db/schema.ts';
import type { TestApp } from '../../test-app.ts';
import { ask, type People, type Run } from './run.ts';

/** Adds a trigger that marks the new verifications of every second applicant as serious. */
export async function findSerious(owner: Kysely<Database>): Promise<void> {
  await sql`create function find_serious() returns trigger language plpgsql as $$
    begin new.was_serious = new.applicant_id % 2 = 0; return new; end $$`.execute(owner);
  await sql`create trigger verifications_found_serious before insert on verifications
    for each row execute function find_serious()`.execute(owner);
}

export async function reviewRest(test: TestApp, { admins }: People): Promise<void> {
  let offered = true;
  while (offered) {
    offered = false;
    for (const admin of admins) {
      const next = await ask(test, admin, 'POST', '/api/v1/review/next/', {});
      const [id] = next.body.verification_ids as number[];
      if (id === undefined) continue;
      offered = true;
      const url = `/api/v1/verification_tasks/${id}/admin-decision/`;
      const made = { decision: 'positive', claim: true };
      const { status, body } = await ask(test, admin, 'POST', url, made);
      expect([status, body.message]).toEqual([200, expect.any(String)]);
    }
  }
}

interface Reviewed {
  id: number;
  admin_decision: string;
  was_serious: boolean;
  /**
   * Whether the verification was marked as serious when it was added. A verification that became serious
   * later has only `was_serious`.
   */
  is_serious: boolean;
  is_offered: boolean;
  second_look: string | null;
  current: string | null;
  is_confirmed: boolean;
  is_latest: boolean;
  status: string;
  clock_stopped_at: string | null;
  is_exact: boolean;
}

/**
 * Asserts that all required second looks were given, that the desk has no undecided verification, and that
 * clocks stopped at the right time.
 */
export async function checkLooks({ db }: TestApp, run: Run): Promise<void> {
  const { rows } = await sql<Reviewed>`
    select v.id, v.admin_decision, v.was_serious, v.applicant_id % 2 = 0 as is_serious, v.second_look, a.status, a.clock_stopped_at,
      v.sent_back_at is null and v.photos_expected <= v.image_count as is_offered,
      (select state from second_looks l where l.verification_id = v.id and l.ended_at is null) as current,
      exists (select from second_looks l where l.verification_id = v.id and l.second_by <> l.first_by
        and coalesce(l.settled_decision, l.second_decision) = 'positive'
        and (l.state = 'settled' or l.first_decision = l.second_decision)) as is_confirmed,
      v.id = (select max(id) from verifications where applicant_id = a.id) as is_latest,
      a.clock_stopped_at is null or exists (select from audit t
        where (t.subject = 'applicant' and t.subject_id = a.id
          or t.subject = 'verification' and t.subject_id in (select id from verifications where applicant_id = a.id))
        and t.action in ('decide', 'confirm', 'settle', 'undo_send_back')
        and t.at + interval '60 seconds' = a.clock_stopped_at) as is_exact
    from verifications v join applicants a on a.id = v.applicant_id
    where a.id = any(${run.applicants.map(({ id }) => id)}::bigint[])`.execute(db);
  for (const row of rows) {
    expect(row.second_look).toBe(row.current);
    const owes = row.is_serious || (row.was_serious && row.is_offered);
    if (owes && row.admin_decision === 'positive') expect(row.is_confirmed).toBe(true);
    if (row.is_offered) {
      expect(row.admin_decision).not.toBe('pending');
      expect(row.current ?? '').not.toMatch(/owed|differs/);
    }
    expect(row.is_exact).toBe(true);
    if (row.is_latest && row.status === 'submitted') {
      expect(row.admin_decision).not.toBe('pending');
      expect(row.clock_stopped_at).not.toBeNull();
    }
  }
}
