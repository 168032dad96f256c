import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { register } from '@doorstep/contract/auth';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { password, signIn, startTestApp } from '../../testing/test-app.ts';

// Covers: threat-6
test('a body that arrives after its session ended changes nothing', async () => {
  const server = await startTestApp();
  onTestFinished(() => server.close());
  const app = await buildApp(server.platform, server.config);
  onTestFinished(() => app.close());
  const { promise: guarded, resolve } = Promise.withResolvers<void>();
  app.addHook('preParsing', async () => resolve());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { user, headers } = await signIn(server, 'superadmin');

  const body = JSON.stringify({
    ...{ name: 'Late Admin', email: 'late@doorstep.test', phone: '9876500001', password },
    ...{ is_admin: true, is_superadmin: true },
  });
  const sent = request({
    ...{ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' },
    ...{ method: 'POST', path: register.path },
    headers: {
      ...{ authorization: headers.authorization, 'content-type': 'application/json' },
      'content-length': Buffer.byteLength(body),
    },
  });
  sent.write(body.slice(0, 10));
  await guarded;
  const { db } = server;
  await db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute();
  app.forgetSessions();
  sent.end(body.slice(10));

  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(401);
  const made = db.selectFrom('users').select('id').where('email', '=', 'late@doorstep.test');
  expect(await made.execute()).toEqual([]);
});
