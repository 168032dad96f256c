import { expect, test } from 'vitest';
import { startSharedApp } from '../../testing/test-app.ts';

const allowed = 'https://app.test';
const { app } = await startSharedApp({ allowedOrigins: [allowed] });

test('an allowed origin may use every method and read the headers that the apps need', async () => {
  const ask = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/v1/auth/login/',
      headers: { origin, 'access-control-request-method': 'PATCH' },
    });
  expect((await ask(allowed)).headers).toMatchObject({
    'access-control-allow-origin': allowed,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  });
  expect((await ask('https://other.test')).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );
  const { headers } = await app.inject({ url: '/healthz', headers: { origin: allowed } });
  expect(headers['access-control-expose-headers']).toBe(
    'content-disposition, retry-after, upload-offset, upload-complete',
  );
});
