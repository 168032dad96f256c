import { once } from 'node:events';
// Real time: the server is killed at any moment.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../db/connection.ts';
import { seeded } from '../../demo/seeded.ts';
import { localBlobStore } from '../../storage/blobs/local-blob-store.ts';
import { pictureFiles, pictureKey } from '../../storage/photos/photo-keys.ts';
import {
  emptyDatabase,
  environmentFor,
  temporaryFolder,
} from '../../testing/services/backup-place.ts';
import { startServer } from '../../testing/services/server-process.ts';
import { addApplicant, addUser, password } from '../../testing/test-app.ts';
import { manifestOf, noisyPhoto, unsignedVisit } from '../../testing/visits/phone-visit.ts';

const kills = 40;

/** The visits and photos that the server acknowledged to the phone. */
const acknowledged = { visits: new Set<string>(), photos: new Set<string>() };

// Covers: fault-57
test('40 kill -9 during visits: nothing acknowledged is lost, nothing is half-written', async () => {
  const chance = seeded(20_260_305);
  const owner = await emptyDatabase();
  const dataDir = await temporaryFolder();
  const environment = environmentFor(owner, dataDir);
  let server = await startServer(environment);
  const db = connect(owner);
  onTestFinished(() => db.destroy());
  const agent = await addUser(db, 'agent');
  const photos = await Promise.all(['red', 'blue'].map((colour) => noisyPhoto(colour)));
  const signedIn = await fetch(`${server.address}/api/v1/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email_or_mobile: agent.email, password }),
  });
  const { tokens } = (await signedIn.json()) as { tokens: { access_token: string } };
  const authorization = `Bearer ${tokens.access_token}`;

  let begun = 0;
  let killAt = Infinity;
  let reached = () => {};
  /** Sends a request. Calls `reached` first if this is the request with the number `killAt`. */
  const ask: typeof fetch = (...request) => {
    begun += 1;
    if (begun === killAt) reached();
    return fetch(...request);
  };

  /** The visits that the phone still has to send. An interrupted visit is sent again first. */
  const queue: ReturnType<typeof manifestOf>[] = [];
  async function sendVisits(address: string, atLeastOne = false): Promise<void> {
    for (let sent = 0; sent === 0 || !atLeastOne; sent += 1) {
      if (queue.length === 0) {
        const { id } = await addApplicant(db, { assigned_agent_id: agent.id });
        queue.push(manifestOf({ applicant_id: id, photos: photos.map(([photo]) => photo) }));
      }
      const [manifest] = queue as [ReturnType<typeof manifestOf>];
      const visit = await ask(`${address}/api/v1/agent/visits/`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(unsignedVisit(manifest)),
      });
      expect([visit.status, await visit.json()]).toMatchObject([200, { held_because: null }]);
      acknowledged.visits.add(manifest.visit_id);
      for (const [{ sha256 }, bytes] of photos) {
        const at = `${address}/api/v1/agent/visits/${manifest.visit_id}/photos/${sha256}/`;
        const { headers } = await ask(at, { method: 'HEAD', headers: { authorization } });
        const isStored = headers.get('upload-complete') === '?1';
        const offset = isStored ? 0 : Number(headers.get('upload-offset'));
        const photo = await ask(at, {
          method: 'PUT',
          headers: { authorization, 'upload-offset': String(offset) },
          body: new Uint8Array(bytes.subarray(offset)),
        });
        expect([photo.status, await photo.json()]).toMatchObject([200, { state: 'stored' }]);
        acknowledged.photos.add(`${manifest.visit_id} ${sha256}`);
      }
      queue.shift();
    }
  }

  for (let round = 0; round < kills; round += 1) {
    const ended = once(server.process, 'exit');
    const isReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    // A visit with its photos takes five requests, so request 14 belongs to the third visit.
    [begun, killAt] = [0, chance.between(1, 14)];
    // Ignores the errors of an interrupted request. Any other error fails the test.
    const sending = sendVisits(server.address).catch((error: unknown) => {
      if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    });
    await Promise.race([isReached, sending]);
    await sleep(chance.between(0, 80));
    server.process.kill('SIGKILL');
    await Promise.all([ended, sending]);
    server = await startServer(environment);
    await check();
  }
  await sendVisits(server.address, true);
  await check();
  expect(acknowledged.visits.size).toBeGreaterThan(kills / 4);
  const { count } = await db
    .selectFrom('visits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(acknowledged.visits.size);

  async function check(): Promise<void> {
    const files = localBlobStore(`${dataDir}/photos`);
    const visits = await db.selectFrom('visits').select(['id', 'applicant_id']).execute();
    const ids = new Set(visits.map(({ id }) => id));
    expect([...acknowledged.visits].filter((id) => !ids.has(id))).toEqual([]);
    const stored = await db.selectFrom('photos').select(['id', 'visit_id', 'sha256']).execute();
    const keys = new Set(
      stored.map(({ visit_id, sha256 }) => `${visit_id} ${sha256.toString('hex')}`),
    );
    expect([...acknowledged.photos].filter((key) => !keys.has(key))).toEqual([]);
    expect(keys.size).toBe(stored.length);
    for (const { id } of stored) {
      for (const file of pictureFiles) {
        expect(await files.exists(pictureKey('photo', id, file))).toBe(true);
      }
    }
    const { rows: half } = await sql`
      select v.id from visits v left join verifications w on w.visit_id = v.id join applicants a on a.id = v.applicant_id
      where w.id is null or a.status <> 'visited' or a.assigned_agent_id is null
        or w.image_count <> (select count(*) from photos p where p.verification_id = w.id)
        or (v.completed_at is not null) <> (w.image_count = v.photos_expected)`.execute(db);
    expect(half).toEqual([]);
  }
}, 900_000);
