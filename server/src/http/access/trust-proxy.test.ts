import { passwordReset } from '@doorstep/contract/auth';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { BadSettings, type Config, readConfig } from '../../config.ts';
import { addUser, password, signIn, startSharedApp } from '../../testing/test-app.ts';

const trustOf = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY, DEMO: 'off' }).trustProxy;

test('proxies are named by their number or their addresses, and never trusted without limit', () => {
  expect(trustOf('')).toBe(false);
  expect(trustOf('off')).toBe(false);
  expect(trustOf('2')).toBe(2);
  const addresses = ['10.0.0.5', '192.168.0.0/16', 'fd00::/8'];
  expect(trustOf('10.0.0.5, 192.168.0.0/16,fd00::/8')).toEqual(addresses);
  for (const wrong of 'on true 0 10 -1 * 0.0.0.0/0 ::/0 10.0.0.0/33 a'.split(' ')) {
    expect(() => trustOf(wrong), wrong).toThrow(BadSettings);
  }
});

const server = await startSharedApp();

async function appWith(settings: Partial<Config>) {
  const { publicUrl } = settings;
  const platform = { ...server.platform, provider: { ...server.platform.provider, publicUrl } };
  const app = await buildApp(platform, { ...server.config, ...settings });
  onTestFinished(() => app.close());
  return app;
}

async function addressSeen(
  trustProxy: number | string[] | false,
  remoteAddress: string,
  sent: string,
) {
  const app = await appWith({ trustProxy });
  app.get('/address', async ({ ip }) => ip);
  const headers = { 'x-forwarded-for': sent };
  return (await app.inject({ url: '/address', headers, remoteAddress })).payload;
}

// Covers: threat-19
test('a forged X-Forwarded-For has no effect', async () => {
  const forged = '6.6.6.6, 203.0.113.5';
  expect(await addressSeen(1, '10.0.0.1', forged)).toBe('203.0.113.5');
  expect(await addressSeen(['10.0.0.0/8'], '10.0.0.1', forged)).toBe('203.0.113.5');
  expect(await addressSeen(['10.0.0.0/8'], '198.51.100.7', forged)).toBe('198.51.100.7');
  expect(await addressSeen(false, '10.0.0.1', forged)).toBe('10.0.0.1');
});

// Covers: threat-19
test('X-Forwarded-Host gives no other site access; PUBLIC_URL and ALLOWED_ORIGINS do', async () => {
  const resetAt = async (config: Partial<Config>) => {
    const app = await appWith({ trustProxy: 1, ...config });
    const { cookie } = (await signIn(server, 'superadmin')).headers;
    const { phone_number } = await addUser(server.db, 'agent');
    const answer = await app.inject({
      method: 'POST',
      url: passwordReset.path,
      headers: { cookie, origin: 'https://app.test', 'x-forwarded-host': 'app.test' },
      payload: { phone_number, new_password: password, confirm_password: password },
    });
    return answer.statusCode;
  };
  expect(await resetAt({})).toBe(403);
  expect(await resetAt({ publicUrl: 'https://app.test' })).toBe(200);
  expect(await resetAt({ allowedOrigins: ['https://app.test'] })).toBe(200);
});
