import { afterAll } from 'vitest';
import { dueChecks } from '../../features/evidence/check-due.ts';
import { addApplicant } from '../test-app.ts';
import { createTestDatabase } from '../test-database.ts';
import { sendVisit, visitOf } from '../visits/recorded-visit.ts';

export const timeZone = 'Asia/Kolkata';
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Starts a database for all tests of a file. */
export async function startEvidenceDatabase() {
  const { db, drop } = await createTestDatabase();
  afterAll(drop);
  return db;
}
type Db = Awaited<ReturnType<typeof startEvidenceDatabase>>;

/** Returns a function that checks all verifications that are due. */
export function checksOf(db: Db, onFailure: Parameters<typeof dueChecks>[1]) {
  const check = dueChecks({ db, provider: { timeZone } }, onFailure);
  return () => check(new AbortController().signal);
}

/** Adds a visit to a new applicant. `wrong` is the clock error of the phone in milliseconds. */
export async function addVisitAt(
  db: Db,
  agentId: number,
  at: number,
  {
    wrong = 0,
    pin_code = '400001',
    ...more
  }: { wrong?: number; pin_code?: string } & Parameters<typeof visitOf>[2] = {},
) {
  const { id: applicantId } = await addApplicant(db, { assigned_agent_id: agentId, pin_code });
  const moment = new Date(at + wrong).toISOString();
  const visit = visitOf(applicantId, agentId, {
    ...{ arrived_at: moment, left_at: moment, clock_offset_ms: wrong, ...more },
  });
  const { id, verificationId } = await sendVisit(db, visit);
  return { id, verificationId: verificationId ?? 0, applicantId };
}
