import { expect, test } from 'vitest';
import { findSingleReads, findWaits } from './check-waits.ts';

const find = (text: string) => findWaits('a.test.ts', text).map((line) => line.slice(10));

test.each([
  'await page.waitForTimeout(60);',
  'await new Promise((resolve) => setTimeout(resolve, 300));',
  "import { setTimeout as sleep } from 'node:timers/promises';",
  'await vi.waitFor(look, { timeout: 1_000 });',
  'await expect(page).toHaveURL(home, { timeout: 29_999 });',
  'test.setTimeout(20_000);',
])('finds %s', (text) => {
  expect(find(text)).toHaveLength(1);
  expect(find(`// Real time: nothing says when.\n${text}`)).toEqual([]);
});

test.each([
  'await vi.waitFor(look, { timeout: 30_000 });',
  'test.setTimeout(900_000);',
  'const hurried = (run, wait) => setTimeout(run, wait === 10_000 ? 0 : wait);',
  "import { setImmediate as nextTurn } from 'node:timers/promises';",
])('accepts %s', (text) => {
  expect(find(text)).toEqual([]);
});

const findReads = (text: string) =>
  findSingleReads('a.test.tsx', `answer(login, () => { calls += 1; seen.push(calls); });\n${text}`);

test.each([
  'expect(calls).toBe(1);',
  'expect(seen[0]).toBe(1);',
  'expect(desk.sent).toEqual([]);',
  "expect(address()).toBe('/home');",
  'expect(screen.getByRole("alert").elements()).toEqual([]);',
  "expect(localStorage.getItem('user')).toBeNull();",
])('finds %s, which may become true only a moment later', (text) => {
  expect(findReads(text)).toHaveLength(1);
});

test.each([
  'await expect.poll(() => calls).toBe(1);',
  'expect(Object.seen(one)).toEqual([]);',
  'answer(logout, () => { expect(calls).toBe(1); });',
  "await expect.element(screen.getByRole('alert')).toHaveLength(0);",
])('accepts %s', (text) => {
  expect(findReads(text)).toEqual([]);
});
