import { login } from '@doorstep/contract/auth';
import { expect, test } from 'vitest';
import { signIn, startSharedApp } from '../../testing/test-app.ts';
import { hasTooManyValues } from './too-many-values.ts';

const server = await startSharedApp();
const agent = await signIn(server, 'agent');
const admin = await signIn(server, 'admin');

const give = (more: object) =>
  agent.post('agent/tasks/1/give-back/', { assignment_version: 0, reason: 'other', ...more });

// Covers: threat-41
test('errors quote at most a hundred characters of a name, and five names', async () => {
  const long = await give({ ['n'.repeat(400_000)]: 1 });
  expect(long.statusCode).toBe(400);
  expect(long.json().errors).toEqual({
    ['n'.repeat(100)]: [`${'n'.repeat(100)} is not a field of this request`],
  });
  const names = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`n${at}`, 1]));
  const many = await give(names);
  expect(many.json().errors).toEqual({
    n0: ['n0, n1, n2, n3, n4 and 3995 more are not fields of this request'],
  });
});

// Covers: threat-41
test('an identity number in a long name is hidden where the name is cut', async () => {
  const name = `${'n'.repeat(90)}234567890124${'n'.repeat(400_000)}`;
  const answer = await give({ [name]: 1 });
  expect(Object.keys(answer.json().errors)).toEqual([`${'n'.repeat(90)}XXXXXXXXXX`]);
});

test('an answer contains at most a hundred errors', async () => {
  const sent = { ids: Array(4_999).fill('x'), plan: [{ agent_id: 1 }] };
  const answer = await admin.post('applicants/assign/', sent);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().errors)).toHaveLength(100);
});

// Covers: threat-41
test.for([
  ['elements', `[${'1,'.repeat(11_000)}1]`],
  ['lists', '['.repeat(11_000) + ']'.repeat(11_000)],
  ['objects', `[${'{},'.repeat(11_000)}1]`],
  ['names', `{${Array.from({ length: 6_000 }, (_, at) => `"${at}":1`).join()}}`],
])('a body of very many %s is a 413 before it is parsed', async ([, payload]) => {
  const answer = await server.app.inject({
    ...{ method: 'POST', url: login.path, payload },
    headers: { 'content-type': 'application/json' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
});

test('punctuation within a text does not count as values', () => {
  const text = JSON.stringify({ a: '[{,:"\\'.repeat(5_000) });
  expect(hasTooManyValues(text)).toBe(false);
  expect(hasTooManyValues(text, 1)).toBe(true);
  expect(hasTooManyValues(JSON.stringify([1, 2, { a: 3 }]), 6)).toBe(false);
  expect(hasTooManyValues(JSON.stringify([1, 2, { a: 3 }]), 5)).toBe(true);
});

// Covers: threat-41
test('a manifest of very many values is a 400', async () => {
  const manifest = `[${'1,'.repeat(11_000)}1]`;
  const answer = await agent.post('agent/visits/', { manifest, signature: null, device_id: null });
  expect([answer.statusCode, answer.json().errors]).toEqual([
    400,
    { manifest: ['manifest has too many values.'] },
  ]);
});
