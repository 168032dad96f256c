import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { temporaryFolder } from '../../testing/services/backup-place.ts';
import { handleErrors } from '../contract/error-handler.ts';
import { serveWebApp } from './web-app.ts';

const platform = { provider: { shortName: 'Acme', timeZone: 'Asia/Dubai' } } as Platform;
const accepting = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });

async function serve() {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<p>Doorstep</p>');
  await writeFile(join(folder, 'config.json'), '{}');
  await writeFile(join(folder, 'assets', 'app-1.js'), 'start()');
  await writeFile(join(folder, 'assets', 'app-1.js.br'), brotliCompressSync('start()'));
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  onTestFinished(() => app.close());
  await serveWebApp(app, platform, { office: folder });
  return app;
}

test('an asset is sent as brotli if the browser supports it, and may be cached for a year', async () => {
  const app = await serve();
  const brotli = await app.inject({ url: '/assets/app-1.js', ...accepting('gzip, deflate, br') });
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  expect(String(brotliDecompressSync(brotli.rawPayload))).toBe('start()');

  const plain = await app.inject({ url: '/assets/app-1.js', ...accepting('identity') });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe('start()');
});

test('an address of the app gets the uncached page; one of the API does not', async () => {
  const app = await serve();
  for (const url of ['/', '/applicants', '/verification/']) {
    const page = await app.inject({ url, ...accepting('gzip, br') });
    expect(page.body, url).toBe('<p>Doorstep</p>');
    expect(page.headers['cache-control'], url).toBe('no-cache');
  }
  expect((await app.inject('/api/v1/nothing')).statusCode).toBe(404);
  expect((await app.inject('/config.json')).json()).toEqual({
    apiBaseUrl: '',
    shortName: 'Acme',
    timeZone: 'Asia/Dubai',
    hasFieldApp: false,
  });
});

test('an unchanged page is not sent again', async () => {
  const app = await serve();
  const { etag } = (await app.inject('/applicants')).headers;
  expect(etag).toBeDefined();
  const again = await app.inject({ url: '/verification', headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('an API parameter that is too long is a 414, not a 405', async () => {
  const app = await serve();
  handleErrors(app);
  app.get('/api/v1/users/:id', async () => 'user');
  const answer = await app.inject({ url: `/api/v1/users/${'1'.repeat(101)}` });
  expect([answer.statusCode, answer.json().code]).toEqual([414, 'too_large']);
});
