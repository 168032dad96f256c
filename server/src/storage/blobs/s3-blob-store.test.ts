import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settingsFor, startS3Server } from '../../testing/services/s3-server.ts';
import { BlobDamaged, BlobExists } from './blob-store.ts';
import { s3BlobStore } from './s3-blob-store.ts';

async function storeOn(answer: RequestListener, options?: Parameters<typeof s3BlobStore>[1]) {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return s3BlobStore(settingsFor((server.address() as AddressInfo).port), options);
}

const away = { status: 503, retryAfter: 2, code: 'unavailable' };

// Covers: threat-34, fault-22
test('rotted bytes in the bucket are detected', async () => {
  const { settings, folder, stop } = await startS3Server();
  onTestFinished(stop);
  const store = s3BlobStore(settings);
  await store.put('photo', Buffer.from('as it was taken'));
  const files = await readdir(folder, { recursive: true });
  const object = join(folder, files.find((name) => name.endsWith('photo._S3rver_object')) ?? '');
  const kept = await readFile(object);
  await writeFile(object, kept.with(3, 0));
  await expect(store.get('photo')).rejects.toThrow(BlobDamaged);
});

// Covers: fault-20
test('an unreachable server is a 503', async () => {
  const { settings, stop } = await startS3Server();
  await stop();
  const store = s3BlobStore(settings);
  await expect(store.get('photo')).rejects.toMatchObject(away);
  await expect(store.put('photo', new Uint8Array(9))).rejects.toMatchObject(away);
  await expect(store.exists('photo')).rejects.toMatchObject(away);
  await expect(store.list('')[Symbol.asyncIterator]().next()).rejects.toMatchObject(away);
});

// Covers: fault-20
test('a missing bucket is a 503, not a missing photo', async () => {
  const { settings, stop } = await startS3Server();
  onTestFinished(stop);
  const store = s3BlobStore({ ...settings, bucket: 'elsewhere' });
  await expect(store.get('photo')).rejects.toMatchObject(away);
});

test.each([
  ['never answers', () => {}],
  [
    'stops in the middle',
    (_, reply) => {
      reply.writeHead(200, { 'content-length': '100' });
      reply.write('half');
    },
  ],
] satisfies [string, RequestListener][])(
  'a server that %s is given up after the timeout',
  async (_, answer) => {
    const store = await storeOn(answer, { deadline: 300 });
    await expect(store.get('photo')).rejects.toMatchObject(away);
  },
);

test('a key that another server stores in the meantime exists', async () => {
  const store = await storeOn(({ method }, reply) => {
    reply.writeHead(method === 'HEAD' ? 404 : 412).end();
  });
  await expect(store.put('photo', new Uint8Array(9))).rejects.toThrow(BlobExists);
});

// Covers: fault-20
test('one deadline covers all requests of a put', async () => {
  const store = await storeOn(
    // Each response is in time, but all of them together exceed the deadline.
    ({ method }, reply) => {
      // Real time: `deadline` measures real time.
      setTimeout(() => reply.writeHead(method === 'HEAD' ? 404 : 200).end(), 700);
    },
    { deadline: 1_000 },
  );
  await expect(store.put('photo', new Uint8Array(9))).rejects.toMatchObject(away);
});

// Covers: fault-21
test('a truncated answer is an error', async () => {
  const store = await storeOn((_, reply) => {
    reply.writeHead(200, { 'content-length': '100' });
    reply.write('half', () => reply.destroy());
  });
  await expect(store.get('photo')).rejects.toMatchObject(away);
});
