import { get } from 'node:http';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { attempt } from '../../testing/auth-requests.ts';
import { reportDocument } from '../../testing/reports/report-document.ts';
import { addApplicant, signIn, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { watch } from './metrics.ts';
import { serveMetrics } from './metrics-listener.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

// Covers: threat-30
test('requests are counted by route and class of status, and by nothing personal', async () => {
  const admin = await signIn(server, 'admin');
  const { id } = await addApplicant(server.db);
  await server.app.inject({ url: `/api/v1/applicants/${id}/`, headers: admin.headers });
  await server.app.inject({
    url: '/api/v1/applicants/?search=Ramesh%20Kumar',
    headers: admin.headers,
  });
  await server.app.inject({ url: '/api/v1/nowhere/9820098200/' });
  await attempt(server, admin.user.email, 'not it');

  const text = await server.app.metrics.metrics();
  expect(text).toContain(
    'doorstep_http_request_duration_seconds_count{method="GET",route="/api/v1/applicants/:id/",status="2xx"} 1',
  );
  expect(text).toMatch(/route="none",status="4xx"} 1/);
  expect(text).toContain('doorstep_sign_ins_refused_total{reason="wrong"} 1');
  expect(text).toMatch(/^doorstep_http_requests_in_flight 0$/m);
  expect(text).toMatch(/^doorstep_database_connections{state="waiting"} 0$/m);
  expect(text).toMatch(/^doorstep_nodejs_eventloop_lag_p99_seconds /m);
  expect(text).not.toMatch(/Ramesh|9820098200|example\.test/);
});

test('reports under way and their time are known', async () => {
  const { registry, renderer } = watch(Fastify(), server.platform);
  const drawing = renderer.render(reportDocument());
  expect(await registry.metrics()).toMatch(/^doorstep_reports_in_flight 1$/m);
  await drawing;
  const text = await registry.metrics();
  expect(text).toMatch(/^doorstep_reports_in_flight 0$/m);
  expect(text).toMatch(/^doorstep_report_duration_seconds_count{outcome="drawn"} 1$/m);
});

// Covers: asvs-12
test('metrics have a listener of their own, off unless asked for', async () => {
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
  await listener.close();
  await expect(ask('/metrics')).rejects.toThrow();
});
