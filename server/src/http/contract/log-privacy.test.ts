import { Writable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { drawPhoto, submission } from '../../testing/submission.ts';
import {
  addApplicant,
  password,
  signIn,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { errorForLog } from './error-for-log.ts';

const mark = 'zzmarked';
const phone = '7766554433';

let running: TestApp;
let app: FastifyInstance;
let log = '';

beforeAll(async () => {
  running = await startTestApp();
  const stream = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  const config = { ...running.config, logLevel: 'debug' as const };
  app = await buildApp(running.platform, config, undefined, stream);
});
afterAll(async () => {
  await app.close();
  await running.close();
});

// Covers: threat-30, asvs-13
test('no name, number, address, search or link reaches the log, whatever fails', async () => {
  const person = { name: `Asha ${mark}`, email: `${mark}@example.test`, phone_number: phone };
  const agent = await signIn(running, 'agent', person);
  const boss = await signIn(running, 'superadmin');
  const visit = await addApplicant(running.db, {
    application_id: `${mark}-1`,
    applicant_name: `Ritu ${mark}`,
    assigned_agent_id: agent.user.id,
  });
  const api = '/api/v1';
  const post = (url: string, payload: InjectOptions['payload']) => ({
    method: 'POST' as const,
    url,
    payload,
    headers: boss.headers,
  });
  const sent = await submission(agent, {
    application_id: visit.application_id,
    photos: [await drawPhoto('teal')],
    fields: { remark: mark, neighbour1_name: mark, neighbour1_address: mark },
  });
  const requests: InjectOptions[] = [
    sent,
    { ...sent, payload: Buffer.from(String(sent.payload)).subarray(0, 300) },
    post(`${api}/auth/login/`, { email_or_mobile: person.email, password: `${password}${mark}` }),
    post(`${api}/auth/login/`, `{"email_or_mobile":"${mark}`),
    { ...post(`${api}/auth/login/`, `{"${mark}`), headers: { 'content-type': 'application/json' } },
    post(`${api}/auth/register/`, { ...person, phone, password, confirm_password: password }),
    post(`${api}/auth/register/`, { [mark]: mark }),
    { url: `${api}/applicants/?search=${mark}`, headers: boss.headers },
    { url: `${api}/applicants/?page=${mark}`, headers: boss.headers },
    { url: `${api}/applicants/?search=%00${mark}`, headers: boss.headers },
    { url: `${api}/applicants/?search=${mark}`, headers: { authorization: `Bearer ${mark}` } },
    { url: `${api}/users?search=${phone}`, headers: boss.headers },
    {
      url: `${api}/verification_tasks/lookup-by-application-id/?id=${mark}`,
      headers: boss.headers,
    },
    { url: `${api}/media/photo/${mark}/screen?expires=1&signature=${mark}`, headers: boss.headers },
    { url: `/${mark}/%ff${mark}`, headers: { 'user-agent': mark, referer: mark } },
    {
      method: 'PATCH',
      url: `${api}/applicants/${visit.id}/`,
      payload: { assigned_agent_name: mark },
      headers: boss.headers,
    },
    post(`${api}/pdf-generator/generate_pdf/`, { application_id: mark }),
  ];
  for (const request of requests) await app.inject(request);

  const { put } = running.platform.photos;
  running.platform.photos.put = () => Promise.reject(new Error(`disk full at ${mark}`));
  const second = await addApplicant(running.db, { assigned_agent_id: agent.user.id });
  const failed = await app.inject(
    await submission(agent, {
      application_id: second.application_id,
      photos: [await drawPhoto('red')],
    }),
  );
  running.platform.photos.put = put;
  expect(failed.statusCode).toBe(503);

  expect(log).toContain('request failed');
  expect(log.split('\n').length).toBeGreaterThan(requests.length);
  expect(log.split('\n').filter((line) => line.includes(mark) || line.includes(phone))).toEqual([]);
  expect(log).not.toContain(agent.headers.authorization.slice(10));
});

// Covers: threat-30, asvs-15
test('an error is logged by its kind and place, without its quotes', () => {
  const cause = Object.assign(new Error(`Key (email)=(${mark}) already exists.`), {
    code: '23505',
    constraint: 'users_email',
    detail: mark,
    parameters: [mark],
  });
  const error = new SyntaxError(`Unexpected token in "${mark}"`, { cause });
  const logged = errorForLog(error);
  expect(JSON.stringify(logged)).not.toContain(mark);
  expect(logged).toMatchObject({
    type: 'SyntaxError',
    stack: expect.stringContaining('log-privacy.test.ts'),
    cause: { code: '23505', constraint: 'users_email' },
  });
  expect(errorForLog(mark)).toEqual({ type: 'string', message: '', stack: '' });
});
