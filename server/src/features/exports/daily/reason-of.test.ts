import { expect, test } from 'vitest';
import { unavailable } from '../../../problems.ts';
import { reasonOf } from './reason-of.ts';

const withCode = (code: string) => Object.assign(new Error('connect failed'), { code });

test.each([
  [withCode('ENOTFOUND'), 'The host was not found. Check its name.'],
  [new Error('All configured authentication methods failed'), /^The server rejected the sign-in\./],
  [withCode('ENOSPC'), 'The disk at the destination is full. Free some space.'],
  [new Error('Cannot parse privateKey: bad passphrase'), /^The private key can’t be read\./],
  [withCode('ETIMEDOUT'), 'The host did not answer in time. Check the host and the port.'],
  ['something\n  else', 'something else'],
  ['x'.repeat(400), /^x{300}$/],
  [unavailable('Photos are briefly unavailable.'), 'Photos are briefly unavailable.'],
  [
    unavailable('Photos are briefly unavailable.', withCode('EACCES')),
    /^The user may not write to the folder\./,
  ],
])('explains %s', (error, reason) => {
  expect(reasonOf(error)).toMatch(reason);
});
