import { expect, test } from 'vitest';
import { findUsers, type LooseUser } from './read-user.ts';

const users: LooseUser[] = [
  { id: 41, name: 'Asha Rao', email: 'asha@doorstep.test', phone_number: '9820000007' },
  { id: 42, phone: '9123400008' },
];

test.each([
  [' ASHA ', [41]],
  ['Doorstep', [41]],
  ['20000', [41]],
  ['91234', [42]],
  ['42', [42]],
  ['4', [41, 42]],
  ['zzz', []],
  ['  ', [41, 42]],
])('finds with %j the users %j by name, email, id or phone', (search, ids) => {
  expect(findUsers(users, search).map(({ id }) => id)).toEqual(ids);
});
