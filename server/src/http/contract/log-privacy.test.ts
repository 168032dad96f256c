import type { InjectOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { drawPhoto, submission } from '../../testing/submission.ts';
import {
  addApplicant,
  buildLoggedApp,
  password,
  signIn,
  startSharedApp,
} from '../../testing/test-app.ts';
import { errorForLog } from './error-for-log.ts';

const mark = 'zzmarked';
const phone = '7766554433';

const running = await startSharedApp();

// Covers: threat-30, asvs-13
test('no name, number, address, search or link reaches the log, whatever fails', async () => {
  const { app, lines } = await buildLoggedApp(running, 'debug');
  onTestFinished(() => app.close());
  const person = { name: `Asha ${mark}`, email: `${mark}@example.test`, phone_number: phone };
  const agent = await signIn(running, 'agent', person);
  const boss = await signIn(running, 'superadmin');
  const visit = await addApplicant(running.db, {
    application_id: `${mark}-1`,
    applicant_name: `Ritu ${mark}`,
    assigned_agent_id: agent.user.id,
  });
  const { headers } = boss;
  const get = (path: string) => ({ url: `/api/v1/${path}`, headers });
  const post = (path: string, payload: InjectOptions['payload']) => ({
    ...{ method: 'POST' as const, payload, ...get(path) },
  });
  const sent = await submission(agent, {
    application_id: visit.application_id,
    photos: [await drawPhoto('teal')],
    fields: { remark: mark, neighbour1_name: mark, neighbour1_address: mark },
  });
  const requests: InjectOptions[] = [
    sent,
    { ...sent, payload: Buffer.from(String(sent.payload)).subarray(0, 300) },
    post('auth/login/', { email_or_mobile: person.email, password: `${password}${mark}` }),
    post('auth/login/', `{"email_or_mobile":"${mark}`),
    { ...post('auth/login/', `{"${mark}`), headers: { 'content-type': 'application/json' } },
    post('auth/register/', { ...person, phone, password, confirm_password: password }),
    post('auth/register/', { [mark]: mark }),
    get(`applicants/?search=${mark}`),
    get(`applicants/?page=${mark}`),
    get(`applicants/?search=%00${mark}`),
    { ...get(`applicants/?search=${mark}`), headers: { authorization: `Bearer ${mark}` } },
    get(`users?search=${phone}`),
    get(`verification_tasks/lookup-by-application-id/?id=${mark}`),
    get(`media/photo/${mark}/screen?expires=1&signature=${mark}`),
    { url: `/${mark}/%ff${mark}`, headers: { 'user-agent': mark, referer: mark } },
    { ...post(`applicants/${visit.id}/`, { assigned_agent_name: mark }), method: 'PATCH' },
    post('pdf-generator/generate_pdf/', { application_id: mark }),
  ];
  for (const request of requests) await app.inject(request);

  const { put } = running.platform.photos;
  running.platform.photos.put = () => Promise.reject(new Error(`disk full at ${mark}`));
  const { application_id } = await addApplicant(running.db, { assigned_agent_id: agent.user.id });
  const failed = await app.inject(
    await submission(agent, { application_id, photos: [await drawPhoto('red')] }),
  );
  running.platform.photos.put = put;
  expect(failed.statusCode).toBe(503);

  expect(lines.some((line) => line.includes('request failed'))).toBe(true);
  expect(lines.length).toBeGreaterThan(requests.length);
  const secrets = [mark, phone, agent.headers.authorization.slice(10)];
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
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
