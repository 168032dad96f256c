import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startEvidenceDatabase, timeZone } from '../../../testing/evidence/evidence-database.ts';
import { changeRows } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { addUser } from '../../../testing/test-app.ts';
import { thresholdsWith } from '../thresholds.ts';
import { gatherVerification } from './gather-verification.ts';
import { wordsOf } from './look-up-store.ts';

const db = await startEvidenceDatabase();

async function addCase(agentId: number, daysAgo: number, remark: string) {
  const { id, applicant } = await addVerificationRow(db, agentId);
  const submitted_at = new Date(Date.now() - daysAgo * 86_400_000);
  await changeRows(db, 'verifications', { id }, { submitted_at, remark });
  return { id, applicant };
}

// Covers: evidence-3
test('finds an agent’s remarks of the days before a verification, and reads nothing older', async () => {
  const { id: agentId } = await addUser(db, 'agent');
  const { id: colleague } = await addUser(db, 'agent');
  const { applicant } = await addCase(agentId, 90, 'Long ago');
  // Adds many old verifications of the agent, which the query must not read.
  await sql`
    insert into verifications (applicant_id, agent_id, overall_observation, idempotency_key, request_sha256, submitted_at)
    select ${applicant.id}, ${agentId}, 'positive', 'old-' || nth, '\\x00', now() - interval '80 days' + nth * interval '1 minute'
    from generate_series(1, 3000) as nth`.execute(db);
  await addCase(agentId, 31, 'Too old');
  const earlier = await addCase(agentId, 29, 'Lately');
  await addCase(colleague, 20, 'A colleague');
  const one = await addCase(agentId, 0, 'Now');
  await addCase(agentId, 0, 'Later');
  const writer = { id: one.id, agentId };
  const found = await gatherVerification(db, one.id, thresholdsWith(), timeZone);
  expect(found?.recentWords).toEqual([
    { verificationId: earlier.id, applicantId: earlier.applicant.id, words: ['Lately', '', ''] },
  ]);

  await sql`analyze verifications`.execute(db);
  const { rows } = await sql<{
    'QUERY PLAN': string;
  }>`explain (analyze, costs off, timing off, summary off) ${wordsOf(writer, 30)}`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index Scan using verifications_by_agent on verifications v/);
  expect(plan).not.toMatch(/Rows Removed by Filter|Seq Scan/);
});
