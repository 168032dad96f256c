import { randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { addApplicant, addUser } from '../../../testing/test-app.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { listColleagues } from './look-up-store.ts';

test('lists a phone’s colleagues of a day once each, also two of the same name, by the corrected time', async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const agents = [
    await addUser(db, 'agent'),
    await addUser(db, 'agent', { name: 'Ravi' }),
    await addUser(db, 'agent', { name: 'Ravi' }),
  ] as const;
  const phoneId = randomUUID();
  const phone = { id: phoneId, agent_id: agents[0].id, label: 'Android' };
  await db
    .insertInto('devices')
    .values({ ...phone, public_key: randomBytes(91) })
    .execute();
  const hour = 3_600_000;
  /** Adds a visit from a phone whose clock is `fast` hours ahead. */
  const visit = async (agentId: number, at: string, fast = 0) => {
    const { id: applicantId } = await addApplicant(db, { assigned_agent_id: agentId });
    const arrived_at = new Date(Date.parse(at) + fast * hour).toISOString();
    const clock_offset_ms = fast * hour;
    const { id } = await sendVisit(
      db,
      visitOf(applicantId, agentId, { arrived_at, clock_offset_ms }),
    );
    await db.updateTable('visits').set({ signed_with: phoneId }).where('id', '=', id).execute();
    return id;
  };
  const [first, second, third] = ['2026-03-02T05:00Z', '2026-03-02T06:00Z', '2026-03-02T07:00Z'];
  const own = await visit(agents[0].id, '2026-03-02T08:00Z');
  await visit(agents[1].id, second);
  await visit(agents[1].id, first, 20);
  await visit(agents[2].id, third);
  await visit(agents[2].id, '2026-03-05T06:00Z');

  const whose = { phoneId, visitId: own, agentId: agents[0].id };
  expect(await listColleagues(db, whose, 'Asia/Kolkata')).toEqual([
    { name: 'Ravi', at: Date.parse(first) },
    { name: 'Ravi', at: Date.parse(third) },
  ]);
});
