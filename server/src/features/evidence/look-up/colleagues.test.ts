import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  addVisitAt,
  hour,
  startEvidenceDatabase,
  timeZone,
} from '../../../testing/evidence/evidence-database.ts';
import { changeRows } from '../../../testing/rows.ts';
import { addUser } from '../../../testing/test-app.ts';
import { thresholdsWith } from '../thresholds.ts';
import { gatherVerification } from './gather-verification.ts';
import { listColleagues } from './look-up-store.ts';

const db = await startEvidenceDatabase();

test('lists a phone’s colleagues of a day once each, also two of the same name, by the corrected time', async () => {
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
  const visit = async (agentId: number, at: string, hoursFast = 0) => {
    const added = await addVisitAt(db, agentId, Date.parse(at), { wrong: hoursFast * hour });
    await changeRows(db, 'visits', { id: added.id }, { signed_with: phoneId });
    return added;
  };
  const [first, second, third] = ['2026-03-02T05:00Z', '2026-03-02T06:00Z', '2026-03-02T07:00Z'];
  const own = await visit(agents[0].id, '2026-03-02T08:00Z');
  await visit(agents[1].id, second);
  await visit(agents[1].id, first, 20);
  await visit(agents[2].id, third);
  await visit(agents[2].id, '2026-03-05T06:00Z');

  const whose = { phoneId, visitId: own.id, agentId: agents[0].id };
  const colleagues = [first, third].map((at) => ({ name: 'Ravi', at: Date.parse(at) }));
  expect(await listColleagues(db, whose, timeZone)).toEqual(colleagues);
  const checked = await gatherVerification(db, own.verificationId, thresholdsWith(), timeZone);
  expect(checked?.visit.phone).toEqual({ id: phoneId, label: 'Android', colleagues });
});
