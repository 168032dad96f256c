import { answer, bareFailure, failure, noConnection } from '@doorstep/contract/testing/backend';
import { decideVerification } from '@doorstep/contract/verifications';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { applyConfig } from '../../lib/config.ts';
import { superAdmin } from '../../testing/render-app.tsx';
import { decide } from './decide.ts';

beforeEach(() => localStorage.setItem('user', JSON.stringify(superAdmin)));

/** Answers the first request with the first reply, and so on. Returns an array that collects the requests. */
function answerInTurn(...replies: (() => Response)[]) {
  const seen: { body: unknown; authorization: string | null }[] = [];
  answer(decideVerification, ({ body, request }) => {
    seen.push({ body, authorization: request.headers.get('Authorization') });
    return (replies[seen.length - 1] ?? (() => bareFailure(599)))();
  });
  return seen;
}

const accepted = () => Response.json({ success: true, message: 'Decision updated to positive.' });

test('makes no second attempt if the first succeeds', async () => {
  const seen = answerInTurn(accepted);
  await expect(decide('501', 'positive')).resolves.toBe('Decision updated to positive.');
  expect(seen).toEqual([{ body: { decision: 'positive' }, authorization: 'Bearer access-1' }]);
});

// Covers: deciding-6
test('repeats a failed first attempt once, directly, with the stored token', async () => {
  const seen = answerInTurn(() => bareFailure(500), accepted);
  await expect(decide('501', 'positive')).resolves.toBe('Decision updated to positive.');
  expect(seen).toHaveLength(2);
  expect(seen[1]).toEqual(seen[0]);
});

// Covers: session-end-6
test('does not repeat a decision as another user who signed in meanwhile', async () => {
  const seen = answerInTurn(() => {
    localStorage.setItem('user', JSON.stringify({ ...superAdmin, id: 2 }));
    return bareFailure(500);
  }, accepted);
  await expect(decide('501', 'positive')).rejects.toMatchObject({ status: 500 });
  expect(seen).toHaveLength(1);
});

// Covers: deciding-4
test('treats an answer without success as failed, and repeats it once', async () => {
  const seen = answerInTurn(() => Response.json({ message: '' }), accepted);
  await expect(decide('501', 'positive')).resolves.toBe('Decision updated to positive.');
  expect(seen).toHaveLength(2);
});

test('sends the seen state in both attempts', async () => {
  const seen = answerInTurn(() => bareFailure(500), accepted);
  await decide('501', 'positive', { updated_at: '2026-03-05T05:00:00.000Z' });
  const body = { decision: 'positive', updated_at: '2026-03-05T05:00:00.000Z' };
  expect(seen.map((attempt) => attempt.body)).toEqual([body, body]);
});

test('uses one idempotency key for both attempts, and another for each click', async () => {
  const keys: (string | null)[] = [];
  answer(decideVerification, ({ request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return keys.length % 2 ? bareFailure(500) : accepted();
  });
  await decide('501', 'positive');
  await decide('501', 'positive');
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('sends no idempotency key to another origin, whose preflight would reject it', async () => {
  applyConfig({ apiBaseUrl: 'https://provider.example.test' });
  onTestFinished(() => applyConfig({}));
  const keys: (string | null)[] = [];
  const bodies: unknown[] = [];
  answer(decideVerification, ({ request, body }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    bodies.push(body);
    return keys.length % 2 ? bareFailure(500) : accepted();
  });
  await decide('501', 'positive', { updated_at: '2026-03-05T05:00:00.000Z' });
  expect(keys).toEqual([null, null]);
  expect(bodies).toEqual([{ decision: 'positive' }, { decision: 'positive' }]);
});

const failed = (message?: string) => () => (message ? failure(409, { message }) : bareFailure(500));
function unsuccessful(body = {}) {
  return () => Response.json(body);
}
const again = 'Failed to update decision. Please try again.';

// Covers: deciding-4, deciding-7
test.each<[string, () => Response, () => Response, string]>([
  ['the first answer’s message', failed('Busy.'), failed(), 'Busy.'],
  ['the second answer’s message', failed(), failed('Gone.'), 'Gone.'],
  ['the first status', failed(), () => bareFailure(502), 'Server error: 500'],
  ['the second status', noConnection, () => bareFailure(502), 'Fetch failed with status: 502'],
  [
    'no answer',
    noConnection,
    noConnection,
    'No response from server. Please check your connection.',
  ],
  ['two answers without success', unsuccessful(), unsuccessful(), again],
  [
    'two answers without success, whatever their message',
    unsuccessful({ message: 'Decision updated.' }),
    unsuccessful({ message: 'Decision updated.', success: 'yes' }),
    again,
  ],
  [
    'the message of an answer with success: false',
    unsuccessful({ message: 'Decision updated.' }),
    unsuccessful({ success: false, message: 'The case is closed.' }),
    'The case is closed.',
  ],
  ['an answer without success after a failure', failed(), unsuccessful(), again],
  ['a failure after an answer without success', unsuccessful(), failed(), again],
])('shows %s', async (_, first, second, text) => {
  answerInTurn(first, second);
  await expect(decide('501', 'negative')).rejects.toThrow(text);
});

// Covers: deciding-8
test('says why a request could not be made', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    throw new Error('no timers left');
  });
  await expect(decide('501', 'positive')).rejects.toThrow('Request error: no timers left');
  timeout.mockRestore();
});
