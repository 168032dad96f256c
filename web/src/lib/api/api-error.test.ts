import { expect, test } from 'vitest';
import { ApiError, fieldErrorsOf, isAuthenticationFailure, messageOf } from './api-error.ts';

// Covers: session-end-1
test.each([
  [401, { code: 'token_not_valid' }, true],
  [401, { detail: 'Token has EXPIRED' }, true],
  [401, { message: 'invalid signature' }, true],
  [401, { error: 'Unauthorized' }, true],
  [401, { detail: 'unauthenticated' }, true],
  [401, { detail: 'Wrong password' }, false],
  [401, undefined, false],
  [401, 'token', false],
  [403, { detail: 'Authentication credentials were not provided.' }, true],
  [403, { message: 'Please login' }, true],
  [403, { detail: 'bad token' }, true],
  [403, { error: 'token' }, false],
  [403, { code: 'token_not_valid' }, false],
  [403, { detail: 'Only super admins may do this.' }, false],
  [400, { detail: 'token expired' }, false],
])('recognises an authentication failure: %i with %j: %s', (status, body, expected) => {
  expect(isAuthenticationFailure(status, body)).toBe(expected);
});

test('takes the server’s message, else its detail, else its error', () => {
  const of = (body: unknown) => messageOf(new ApiError('http', { status: 400, body }), 'fallback');
  expect(of({ message: 'm', detail: 'd', error: 'e' })).toBe('m');
  expect(of({ detail: 'd', error: 'e' })).toBe('d');
  expect(of({ error: 'e' })).toBe('e');
  expect(of({ message: ' ' })).toBe('fallback');
  expect(messageOf(new TypeError('x'), 'fallback')).toBe('fallback');
});

// Covers: registration-5
test('returns the first text of each field, from a list or a single text', () => {
  const body = { errors: { email: ['taken', 'long'], phone: 'bad', name: [] } };
  expect(fieldErrorsOf(new ApiError('http', { status: 400, body }))).toEqual({
    email: 'taken',
    phone: 'bad',
  });
});
