import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { assignAgent } from './applicants.ts';
import { firstSuperAdmin } from './auth/setup.ts';
import { login, NewPassword, passwordReset, RegistrationForm, register } from './auth.ts';

function errorsOf(schema: z.ZodMiniType, value: unknown): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of z.safeParse(schema, value).error?.issues ?? []) {
    (errors[path.join('.')] ??= []).push(message);
  }
  return errors;
}

const required = {
  name: ['Name is required'],
  email: ['Email is required'],
  phone: ['Phone number is required'],
  password: ['Password is required'],
};
const resetRequired = {
  phone_number: ['Phone number is required'],
  new_password: ['Password is required'],
};
const differ = { confirm_password: ['Passwords do not match'] };
const loginRequired = {
  email_or_mobile: ['Phone or email is required'],
  password: ['Password is required'],
};
const agentRequired = { assigned_agent_name: ['Please enter an agent name'] };
const code = { code: 'A' };
const all = (fields: object, value: unknown) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, value]));

// Covers: other-clients-5
test.each([
  ['register', register.body, required, {}, {}],
  ['the first super admin', firstSuperAdmin.body, required, {}, code],
  ['the registration form', RegistrationForm, required, differ, { is_superadmin: false }],
  ['reset', passwordReset.body, resetRequired, differ, {}],
  ['the reset form', NewPassword, { new_password: resetRequired.new_password }, differ, {}],
  ['login', login.body, loginRequired, {}, {}],
  ['assign', assignAgent.body, agentRequired, {}, {}],
])('%s has a text for each missing field', (_, schema, texts, repetition, more) => {
  const fields = { ...texts, ...repetition };
  expect(errorsOf(schema, more)).toEqual(fields);
  expect(errorsOf(schema, { ...more, ...all(fields, null) })).toEqual(fields);
  expect(errorsOf(schema, { ...more, ...all(fields, '') })).toEqual(texts);
  expect(errorsOf(schema, { ...more, ...all(fields, ' \t ') })).toEqual(texts);
});

// Covers: other-clients-5
test.each([7, true, {}])('%j is not accepted as text', (value) => {
  const errors = {
    ...required,
    email: ['Email is invalid'],
    phone: ['Phone number must be exactly 10 digits'],
  };
  expect(errorsOf(register.body, all(required, value))).toEqual(errors);
  expect(errorsOf(passwordReset.body, all({ ...resetRequired, ...differ }, value))).toEqual({
    ...resetRequired,
    ...differ,
    phone_number: errors.phone,
  });
  expect(errorsOf(login.body, all(loginRequired, value))).toEqual(loginRequired);
  expect(errorsOf(assignAgent.body, all(agentRequired, value))).toEqual(agentRequired);
});

test('a repeated password is compared whatever else is wrong', () => {
  const sent = { new_password: 'short', confirm_password: 'other' };
  expect(errorsOf(passwordReset.body, sent)).toEqual({
    phone_number: resetRequired.phone_number,
    new_password: ['Password must be at least 8 characters'],
    ...differ,
  });
});
