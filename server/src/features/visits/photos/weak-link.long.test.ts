import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startWeakLink } from '../../../testing/services/weak-link.ts';
import {
  addApplicant,
  closeAfterTest,
  signIn,
  startTestApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { manifestOf, noisyPhoto, unsignedVisit } from '../../../testing/visits/phone-visit.ts';

/** The number of bytes that a connection of 6 KB/s transfers in 40 seconds. */
const cutAfter = 6_144 * 40;

/** Returns a function that sends requests like a phone: over one connection, which is reopened after each break. */
function phone(port: number, { headers: { authorization } }: Visitor) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return async (method: string, path: string, body?: Buffer, headers: object = {}) => {
    const sending = request({
      ...{ agent, port, host: '127.0.0.1', method, path: `/api/v1/agent/${path}` },
      headers: {
        ...{ authorization, ...headers },
        ...(body && { 'content-length': body.length }),
      },
    });
    sending.end(body);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    return { answer, text: (await buffer(answer)).toString() };
  };
}

// Covers: fault-56
test('2 MB of photos through a link that breaks every 240 KB arrive complete, with at most a quarter more bytes', async () => {
  const running = closeAfterTest(await startTestApp());
  const port = Number(new URL(await running.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const agent = await signIn(running, 'agent');
  const { id } = await addApplicant(running.db, { assigned_agent_id: agent.user.id });
  const colours = ['red', 'green', 'blue', 'gold', 'plum', 'teal'];
  const photos = await Promise.all(colours.map((colour) => noisyPhoto(colour, [900, 700])));
  const total = photos.reduce((sum, [{ bytes }]) => sum + bytes, 0);
  expect(total).toBeGreaterThan(2_000_000);
  const manifest = manifestOf({ applicant_id: id, photos: photos.map(([photo]) => photo) });

  const link = await startWeakLink(port, cutAfter);
  const ask = phone(link.port, agent);
  const sentVisit = Buffer.from(JSON.stringify(unsignedVisit(manifest)));
  await ask('POST', 'visits/', sentVisit, { 'content-type': 'application/json' });
  for (const [{ sha256 }, bytes] of photos) {
    const path = `visits/${manifest.visit_id}/photos/${sha256}/`;
    let offset: number | undefined = 0;
    for (let isStored = false; !isStored; ) {
      try {
        if (offset === undefined) {
          const { answer } = await ask('HEAD', path);
          offset = Number(answer.headers['upload-offset']);
        }
        const { answer } = await ask('PUT', path, bytes.subarray(offset), {
          ...{ 'upload-offset': offset, 'upload-length': bytes.length },
          'content-type': 'application/octet-stream',
        });
        isStored = answer.statusCode === 200;
        if (!isStored) offset = undefined;
      } catch {
        offset = undefined;
      }
    }
  }

  const stored = await running.db
    .selectFrom('photos')
    .select('sha256')
    .where('visit_id', '=', manifest.visit_id)
    .orderBy('position')
    .execute();
  expect(stored.map(({ sha256 }) => sha256.toString('hex'))).toEqual(
    manifest.photos.map(({ sha256 }) => sha256),
  );
  expect(link.count.cuts).toBeGreaterThanOrEqual(8);
  expect(link.count.sent / total).toBeLessThanOrEqual(1.25);
  process.stdout.write(`${(link.count.sent / total).toFixed(3)} times the bytes of the photos\n`);
});
