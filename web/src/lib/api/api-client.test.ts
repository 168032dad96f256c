import { deleteApplicant, getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { login, refresh } from '@doorstep/contract/auth';
import { uploadTemplate } from '@doorstep/contract/bulk-upload';
import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { decideVerification } from '@doorstep/contract/verifications';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listOf } from '../../testing/answers.ts';
import { superAdmin } from '../../testing/render-app.tsx';
import { applyConfig } from '../config.ts';
import { getSession, saveSession, subscribeToSession } from '../session/session.ts';
import { call, callFile } from './api-client.ts';

const onExpired = vi.fn();
const noRows = listOf([]);
const expired = () => failure(401, { code: 'token_not_valid', detail: 'Token has expired' });

function backendWithToken(good: string) {
  const seen = { refreshes: 0, lists: 0 };
  answer(listApplicants, ({ request }) => {
    seen.lists += 1;
    return request.headers.get('Authorization') === `Bearer ${good}` ? noRows : expired();
  });
  answer(refresh, ({ body }) => {
    seen.refreshes += 1;
    const isKnown = (body as { refresh: string }).refresh === 'refresh-1';
    return isKnown ? { access_token: good, refresh_token: 'refresh-2' } : bareFailure(401);
  });
  return seen;
}

beforeEach(() => {
  onExpired.mockReset();
  saveSession(superAdmin);
  return subscribeToSession((change) => {
    if (change === 'expiry') onExpired();
  });
});

test('sends bearer, path, query and body as the endpoint defines', async () => {
  let sent: Request | undefined;
  answer(decideVerification, ({ request }) => {
    sent = request.clone();
    return { success: true, message: 'ok' };
  });
  await call(decideVerification, { params: { id: 7 }, body: { decision: 'positive' } });
  expect(await sent?.json()).toEqual({ decision: 'positive' });
  expect(sent?.headers.get('Content-Type')).toBe('application/json');
  expect(sent?.headers.get('Authorization')).toBe('Bearer access-1');
  expect(sent?.url).toMatch(/\/api\/v1\/verification_tasks\/7\/admin-decision\/$/);
});

test('leaves empty parameters out of the query', async () => {
  let query: unknown;
  answer(listApplicants, (received) => {
    query = received.query;
    return noRows;
  });
  await call(listApplicants, { query: { page: 2, search: '', assigned: undefined } });
  expect(query).toEqual({ page: '2' });
});

test('reports a failure with status, message, fields and request id', async () => {
  answer(getApplicant, () =>
    failure(404, { detail: 'No such applicant', request_id: 'req-9', errors: { id: ['unknown'] } }),
  );
  await expect(call(getApplicant, { params: { id: 1 } })).rejects.toMatchObject({
    kind: 'http',
    status: 404,
    detail: 'No such applicant',
    requestId: 'req-9',
    errors: { id: ['unknown'] },
  });
});

const cutOff = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('cut off')) }));

test('distinguishes a broken connection from a cancelled call', async () => {
  answer(listApplicants, () => noConnection());
  await expect(call(listApplicants)).rejects.toMatchObject({ kind: 'network' });
  answer(listApplicants, cutOff);
  await expect(call(listApplicants)).rejects.toMatchObject({ kind: 'network' });
  answer(uploadTemplate, cutOff);
  await expect(callFile(uploadTemplate)).rejects.toMatchObject({ kind: 'network' });
  await expect(call(listApplicants, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    kind: 'aborted',
  });
});

test.each([
  [
    'repeats a failed sign-in without cookies at another backend',
    'https://provider.example.test',
    ['include', 'omit'],
  ],
  ['does not repeat a failed sign-in at our own server', '', ['include']],
])('%s', async (_, apiBaseUrl, modes) => {
  applyConfig({ apiBaseUrl });
  onTestFinished(() => applyConfig({}));
  const sent: string[] = [];
  answer(login, ({ request }) => {
    sent.push(request.credentials);
    return noConnection();
  });
  const body = { email_or_mobile: 'asha@doorstep.test', password: 'Doorstep-demo-1' };
  await expect(call(login, { body })).rejects.toMatchObject({ kind: 'network' });
  expect(sent).toEqual(modes);
});

// Covers: formats-1
test('times out after ten seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  timeout.mockImplementation((delay) => {
    expect(delay).toBe(10_000);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  await expect(call(listApplicants)).rejects.toMatchObject({ kind: 'timeout' });
  timeout.mockRestore();
});

// Covers: fault-28
test('renews an expired token once for all waiting calls, which then succeed', async () => {
  const seen = backendWithToken('access-2');
  const answers = await Promise.all(
    [1, 2, 3].map((page) => call(listApplicants, { query: { page } })),
  );
  expect(answers).toEqual([noRows, noRows, noRows]);
  expect(seen.refreshes).toBe(1);
  expect(getSession()?.tokens).toEqual({ access_token: 'access-2', refresh_token: 'refresh-2' });
  expect(onExpired).not.toHaveBeenCalled();
});

test('uses a token that another tab has renewed', async () => {
  const seen = backendWithToken('access-2');
  const lock = Promise.withResolvers<void>();
  const otherTab = navigator.locks.request('doorstep-refresh', () => lock.promise);
  const waiting = call(listApplicants);
  await expect.poll(() => seen.lists).toBe(1);
  saveSession({ ...superAdmin, tokens: { access_token: 'access-2', refresh_token: 'refresh-2' } });
  lock.resolve();
  await otherTab;
  expect(await waiting).toEqual(noRows);
  expect(seen.refreshes).toBe(0);
});

// Covers: session-end-6
test('does not repeat a user’s call after another user signs in', async () => {
  const next = { access_token: 'access-2', refresh_token: 'refresh-2' };
  let calls = 0;
  answer(deleteApplicant, () => {
    calls += 1;
    saveSession({ ...superAdmin, id: 2, tokens: next });
    return expired();
  });
  await expect(call(deleteApplicant, { params: { id: 7 } })).rejects.toMatchObject({ status: 401 });
  expect(calls).toBe(1);
  expect(getSession()?.tokens).toEqual(next);
  expect(onExpired).not.toHaveBeenCalled();
});

test.each([
  ['refuses', () => bareFailure(401)],
  ['is not known', () => bareFailure(404)],
])('logs out once when the refresh %s, however many calls failed', async (_, reply) => {
  answer(listApplicants, expired);
  answer(refresh, reply);
  const calls = await Promise.allSettled([1, 2, 3].map(() => call(listApplicants)));
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(onExpired).toHaveBeenCalledTimes(1);
  expect(getSession()).toBeNull();
});

test('ends a session without a refresh token immediately', async () => {
  saveSession({ ...superAdmin, tokens: { access_token: 'access-1' } });
  answer(listApplicants, expired);
  await expect(call(listApplicants)).rejects.toMatchObject({ status: 401 });
  expect(onExpired).toHaveBeenCalledTimes(1);
});

// Covers: routes-5, session-end-3
test('sends nothing without a session, and logs out', async () => {
  localStorage.clear();
  let calls = 0;
  answer(listApplicants, () => {
    calls += 1;
    return noRows;
  });
  await expect(call(listApplicants)).rejects.toMatchObject({ status: 401 });
  expect(calls).toBe(0);
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test('ends the session when a renewed token is rejected', async () => {
  backendWithToken('access-2');
  answer(listApplicants, expired);
  await expect(call(listApplicants)).rejects.toMatchObject({ status: 401 });
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test.each([
  ['the server is down', () => bareFailure(503)],
  ['the connection is down', () => noConnection()],
])('does not log out when %s', async (_, reply) => {
  answer(listApplicants, expired);
  answer(refresh, reply);
  await expect(call(listApplicants)).rejects.toMatchObject({ kind: 'network' });
  expect(onExpired).not.toHaveBeenCalled();
  expect(getSession()).not.toBeNull();
});

test('treats a 403 about permissions as an ordinary error', async () => {
  answer(listApplicants, () => failure(403, { detail: 'Only super admins may do this.' }));
  await expect(call(listApplicants)).rejects.toMatchObject({ status: 403 });
  expect(getSession()).not.toBeNull();
});

test('stays logged out after a logout during a token renewal', async () => {
  answer(listApplicants, expired);
  answer(refresh, () => {
    localStorage.removeItem('user');
    return { access_token: 'access-2', refresh_token: 'refresh-2' };
  });
  await expect(call(listApplicants)).rejects.toMatchObject({ status: 401 });
  expect(getSession()).toBeNull();
});

test.each([
  ['%E0%A4%85.xlsx', 'अ.xlsx'],
  // Some backends do not encode the name.
  ['100%.xlsx', 'a.xlsx'],
])('returns a file with the name that the server suggests: %s', async (encoded, name) => {
  const disposition = `attachment; filename="a.xlsx"; filename*=UTF-8''${encoded}`;
  const headers = { 'Content-Disposition': disposition };
  answer(uploadTemplate, new Response('bytes', { headers }));
  const { blob, fileName } = await callFile(uploadTemplate);
  expect(await blob.text()).toBe('bytes');
  expect(fileName).toBe(name);
});

test.each([
  ['3', 3],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('reads the retry delay of a rejected call: %s', async (header, retryAfter) => {
  answer(listApplicants, () =>
    Response.json({ detail: 'Busy' }, { status: 503, headers: { 'Retry-After': header } }),
  );
  await expect(call(listApplicants)).rejects.toMatchObject({ status: 503, retryAfter });
});
