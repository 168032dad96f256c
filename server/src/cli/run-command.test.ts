import { afterEach, expect, test, vi } from 'vitest';
import { CannotStart } from '../db/cannot-start.ts';
import { runCommand } from './run-command.ts';

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test('a failed command prints why and sets the exit code', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const broken = new Error('broken');
  await runCommand(() => Promise.reject(new CannotStart('The disk is full.')));
  expect(process.exitCode).toBe(1);
  await runCommand(() => Promise.reject(broken), 2);
  expect(process.exitCode).toBe(2);
  expect(print.mock.calls).toEqual([['The disk is full.'], [broken]]);
});

test('a successful command leaves the exit code', async () => {
  await runCommand(() => Promise.resolve());
  expect(process.exitCode).toBeUndefined();
});
