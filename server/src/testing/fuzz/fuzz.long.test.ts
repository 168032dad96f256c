import { expect, test } from 'vitest';
import { readRecipient } from '../../domain/secrets/server-key.ts';
import { readPushKeys } from '../../features/alerts/push/push-key-store.ts';
import { describeApi } from '../../http/openapi/document.ts';
import { addVisit } from '../submission.ts';
import { addApplicant, type Role, signIn, startSharedApp } from '../test-app.ts';
import { fuzz } from './fuzz.ts';

const server = await startSharedApp();
// Creates the keys now, because otherwise a request would create them and change a table.
await readPushKeys(server.platform);

// Covers: threat-24
test('2,000 malformed requests change nothing and are rejected with the standard error body', async () => {
  const agent = await signIn(server, 'agent');
  const visit = await addVisit(server, agent);
  const { id } = await addApplicant(server.db, { assigned_agent_id: agent.user.id });
  // Creates the key now, because otherwise a request in the middle of the run would create it and change a
  // table.
  await readRecipient(server.platform);
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const tally = await fuzz({
    address,
    document: describeApi('Doorstep'),
    db: server.db,
    signIn: async (role) => (await signIn(server, role as Role)).headers,
    known: [
      String(id),
      String(visit.id),
      String(agent.user.id),
      agent.user.name,
      visit.applicant.application_id,
      agent.user.phone_number,
    ],
    count: 2_000,
    seed: 20_261_121,
  });
  process.stdout.write(`The slowest took ${tally.slowest.ms} ms: ${tally.slowest.operation}\n`);
  expect(tally.defects).toEqual([]);
  expect(tally.sent).toBe(2_000);
  expect(tally.comparedByRows).toBeGreaterThan(500);
  for (const status of [400, 401, 403, 404, 415]) expect(tally.statuses[status]).toBeGreaterThan(0);
});
