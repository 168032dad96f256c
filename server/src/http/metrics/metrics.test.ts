import { get, request } from 'node:http';
import { confirmSignIn } from '@doorstep/contract/auth/second-factor';
import { bulkUpload } from '@doorstep/contract/bulk-upload';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import { attempt, post } from '../../testing/auth-requests.ts';
import { reportDocument } from '../../testing/reports/report-document.ts';
import { challengeFor, turnOn } from '../../testing/second-factor.ts';
import {
  addApplicant,
  closeAfterTest,
  signIn,
  startSharedApp,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { wrongCodeOf } from '../../testing/totp-code.ts';
import { watch } from './metrics.ts';
import { serveMetrics } from './metrics-listener.ts';

type Renderer = TestApp['platform']['renderer'];

const server = await startSharedApp({ metrics: { host: '127.0.0.1', port: 0 } });

// Covers: threat-30
test('requests are counted by route and class of status, without personal data', async () => {
  const admin = await signIn(server, 'admin');
  const { id } = await addApplicant(server.db);
  await admin.get(`applicants/${id}/`);
  await admin.get('applicants/?search=Ramesh%20Kumar');
  await server.app.inject({ url: '/api/v1/nowhere/9820098200/' });
  await attempt(server, admin.user.email, 'not it');

  const text = await server.app.metrics.metrics();
  expect(text).toContain(
    'doorstep_http_request_duration_seconds_count{method="GET",route="/api/v1/applicants/:id/",status="2xx"} 1',
  );
  expect(text).toMatch(/route="none",status="4xx"} 1/);
  expect(text).toContain('doorstep_sign_ins_rejected_total{reason="wrong"} 1');
  expect(text).toMatch(/^doorstep_http_requests_in_flight 0$/m);
  expect(text).toMatch(/^doorstep_database_connections{state="waiting"} 0$/m);
  expect(text).toMatch(/^doorstep_nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toMatch(/Ramesh|9820098200|example\.test/);
});

test('running reports and their duration are measured', async () => {
  const { registry, renderer } = watch(Fastify(), server.platform);
  const drawing = renderer.render(reportDocument());
  expect(await registry.metrics()).toMatch(/^doorstep_reports_in_flight 1$/m);
  await drawing;
  const text = await registry.metrics();
  expect(text).toMatch(/^doorstep_reports_in_flight 0$/m);
  expect(text).toMatch(/^doorstep_report_duration_seconds_count{outcome="drawn"} 1$/m);
});

test('a report that is being measured can still be cancelled', async () => {
  const given: (AbortSignal | undefined)[] = [];
  const render: Renderer['render'] = (document, signal) => {
    given.push(signal);
    return server.platform.renderer.render(document, signal);
  };
  const { renderer, registry } = watch(Fastify(), {
    ...server.platform,
    renderer: { ...server.platform.renderer, render },
  });
  const leaving = new AbortController();
  const { signal } = leaving;
  await renderer.render(reportDocument(), signal);
  expect(given).toEqual([signal]);
  leaving.abort();
  await expect(renderer.render(reportDocument(), signal)).rejects.toThrow();
  expect(await registry.metrics()).toContain(
    'doorstep_report_duration_seconds_count{outcome="aborted"} 1',
  );
});

const linesOf = async ({ app }: TestApp, metric: string) =>
  (await app.metrics.metrics()).split('\n').filter((line) => line.startsWith(metric));

test('in a two-step sign-in a wrong code counts as rejected, but not a right password', async () => {
  const running = closeAfterTest(await startTestApp());
  const admin = await signIn(running, 'admin');
  const { secret } = await turnOn(running, admin);
  const refused = () => linesOf(running, 'doorstep_sign_ins_rejected_total');
  const challenge = await challengeFor(running, admin.user.email);
  expect(await refused()).toEqual([]);
  const answer = await post(running, confirmSignIn.path, { challenge, code: wrongCodeOf(secret) });
  expect(answer.statusCode).toBe(401);
  expect(await refused()).toEqual(['doorstep_sign_ins_rejected_total{reason="wrong"} 1']);
});

test('a request whose caller disconnects is no longer in flight, and an interrupted upload is not stored', async () => {
  const running = closeAfterTest(await startTestApp());
  const admin = await signIn(running, 'admin');
  const address = new URL(await running.app.listen({ port: 0, host: '127.0.0.1' }));
  const sent = request({
    ...{ host: address.hostname, port: address.port, path: bulkUpload.path, method: 'POST' },
    headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=x' },
  });
  sent.on('error', () => {});
  sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK');
  const underWay = () => linesOf(running, 'doorstep_http_requests_in_flight');
  await expect.poll(underWay).toEqual(['doorstep_http_requests_in_flight 1']);
  sent.destroy();
  await expect.poll(underWay).toEqual(['doorstep_http_requests_in_flight 0']);
  expect(await linesOf(running, 'doorstep_uploads_total')).toEqual([
    'doorstep_uploads_total{kind="spreadsheet",outcome="aborted"} 1',
  ]);
  expect(await linesOf(running, 'doorstep_http_request_duration_seconds_count')).toContain(
    `doorstep_http_request_duration_seconds_count{method="POST",route="${bulkUpload.path}",status="aborted"} 1`,
  );
});

// Covers: asvs-12
test('metrics have a separate listener, off by default', async () => {
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect((await server.app.inject({ url: '/metrics' })).statusCode).toBe(404);

  const listener = await serveMetrics(server.app.metrics, { host: '127.0.0.1', port: 0 });
  const ask = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port: listener.port, path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });
  expect(await ask('/metrics')).toBe(200);
  expect(await ask('/api/v1/users')).toBe(404);
  vi.spyOn(server.app.metrics, 'metrics').mockRejectedValueOnce(new Error('starting'));
  expect(await ask('/metrics')).toBe(503);
  await listener.close();
  await expect(ask('/metrics')).rejects.toThrow();
});
