import { expect, test } from 'vitest';
import { BadSettings } from '../config.ts';
import { CannotStart } from '../db/cannot-start.ts';
import { reasonOf } from './failure-reason.ts';

const failed = (code: string) => Object.assign(new Error('listen'), { code });

test.each([
  [new BadSettings('PORT must be a number'), /^PORT must be a number$/],
  [new CannotStart('No room'), /^No room$/],
  [failed('EADDRINUSE'), /^Another program uses this port\. Choose another port with PORT=…$/],
  [failed('ENOSPC'), /^The disk is full\. Free some space/],
  [failed('EACCES'), /^Permission denied: listen$/],
  [failed('EPERM'), /^Error: listen\n +at /],
  ['stopped', /^stopped$/],
])('the reason of the failed start %s is plain', (error, reason) => {
  expect(reasonOf(error)).toMatch(reason);
});
