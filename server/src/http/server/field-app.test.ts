import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import { temporaryFolder } from '../../testing/services/backup-place.ts';
import { serveFieldApp } from './field-app.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { serveWebApp } from './web-app.ts';

const platform = { provider: { shortName: 'Acme', timeZone: 'Asia/Dubai' } } as Platform;

async function serve() {
  const folder = await temporaryFolder();
  for (const app of ['web', 'field']) {
    await mkdir(join(folder, app, 'assets'), { recursive: true });
    await writeFile(join(folder, app, 'index.html'), `<p>${app}</p>`);
  }
  await writeFile(join(folder, 'field', 'assets', 'app-1.js'), 'start()');
  await writeFile(join(folder, 'field', 'service-worker.js'), 'keep()');
  await writeFile(join(folder, 'field', 'manifest.webmanifest'), '{}');
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  onTestFinished(() => app.close());
  setSecurityHeaders(app);
  const roots = { office: join(folder, 'web'), field: join(folder, 'field') };
  await serveWebApp(app, platform, roots);
  await serveFieldApp(app, roots.field);
  return app;
}

// Covers: field-app-1
test('every address inside /field/ gets the agent’s app, and none outside', async () => {
  const app = await serve();
  for (const url of ['/field/', '/field/task/10001', '/field/queue?from=today']) {
    const page = await app.inject(url);
    expect(page.body, url).toBe('<p>field</p>');
    expect(page.headers['cache-control'], url).toBe('no-cache');
  }
  for (const url of ['/', '/fields', '/applicants']) {
    expect((await app.inject(url)).body, url).toBe('<p>web</p>');
  }
  expect((await app.inject('/config.json')).json()).toMatchObject({ hasFieldApp: true });
  const bare = await app.inject('/field');
  expect([bare.statusCode, bare.headers.location]).toEqual([301, '/field/']);
  expect((await app.inject('/field/assets/app-0.js')).statusCode).toBe(404);
});

test('the service worker is always revalidated, hashed files are cached for a year', async () => {
  const app = await serve();
  const worker = await app.inject('/field/service-worker.js');
  expect([worker.body, worker.headers['cache-control']]).toEqual(['keep()', 'no-cache']);
  const script = await app.inject('/field/assets/app-1.js');
  expect(script.headers['cache-control']).toContain('immutable');
  const manifest = await app.inject('/field/manifest.webmanifest');
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
});

// Covers: field-app-2
test('only the agent’s app may use camera and location; its other rules are as strict as in the office', async () => {
  const app = await serve();
  const field = (await app.inject('/field/visit/1')).headers;
  expect(field['permissions-policy']).toBe('camera=(self), geolocation=(self), microphone=()');
  const policy = String(field['content-security-policy']);
  const parts = [
    ...["default-src 'self'", "img-src 'self' blob: data:", "media-src 'self' blob:"],
    ...["worker-src 'self'", "manifest-src 'self'", "object-src 'none'", "base-uri 'none'"],
    ...["form-action 'self'", "frame-ancestors 'none'"],
  ];
  expect(policy.split('; ')).toEqual(expect.arrayContaining(parts));
  expect(policy).not.toContain('unsafe');
  expect(field['x-content-type-options']).toBe('nosniff');
  expect(field['referrer-policy']).toBe('same-origin');

  const office = (await app.inject('/applicants')).headers;
  expect(office['permissions-policy']).toBe('camera=(), microphone=(), geolocation=()');
});
