import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** Milliseconds: only a failure waits that long. A busy machine needs it. */
const shortestLimit = 30_000;

/** Stands above the few waits and limits that a test can't do without, with the reason. */
const exception = /^\s*\/\/ Real time: ./;

const pattern = '{contract,server,web,field}/src/**/*.{ts,tsx}';
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || path.includes('/testing/');
const isSupport = (path: string) => path.startsWith('e2e/') && !path.startsWith('e2e/screens/');

/** Finds what makes a test depend on the speed of the machine: fixed waits, and time limits that a busy one exceeds. */
export function findWaits(path: string, text: string): string[] {
  const lines = text.split('\n');
  const found: string[] = [];
  const report = (start: number, problem: string) => {
    const line = text.slice(0, start).split('\n').length;
    if (!exception.test(lines[line - 2] ?? '')) found.push(`${path}:${line}: ${problem}`);
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      const name = nameOf(callee);
      if (name === 'waitForTimeout') report(start, 'wait for an event, not for a time');
      if (name === 'setTimeout' && callee.type === 'Identifier' && isFixed(given)) {
        report(start, 'wait for an event, or use a fake clock');
      }
      if (name === 'setTimeout' && callee.type === 'MemberExpression' && isShort(given[0])) {
        report(start, `a test's time limit is at least ${shortestLimit} ms`);
      }
    },
    ImportSpecifier: ({ local, imported, start }) => {
      const isTimer = imported.type === 'Identifier' && imported.name === 'setTimeout';
      if (isTimer && local.name !== 'setTimeout')
        report(start, 'wait for an event, not for a time');
    },
    Property: ({ key, value, start }) => {
      const name = key.type === 'Identifier' ? key.name : '';
      if (['timeout', 'testTimeout', 'hookTimeout'].includes(name) && isShort(value)) {
        report(start, `a time limit is at least ${shortestLimit} ms`);
      }
    },
  }).visit(parseSync(path, text).program);
  return found;
}

function nameOf(callee: ESTree.Expression | ESTree.Super): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    return callee.property.name;
  }
  return undefined;
}

/** A call of the timer itself. A fake one passes on what it was called with. */
const isFixed = ([, delay]: ESTree.Argument[]) => delay?.type !== 'ConditionalExpression';

const isShort = (node: ESTree.Node | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'number' && node.value < shortestLimit;

if (import.meta.main) {
  const found: string[] = [];
  for await (const name of glob([pattern, 'e2e/**/*.ts', '*.config.ts', 'scripts/page-tests.ts'], {
    exclude: ['**/node_modules/**'],
  })) {
    const path = name.split(sep).join('/');
    if (path.includes('/src/') && !isTest(path)) continue;
    if (path.startsWith('e2e/') && !isTest(path) && !isSupport(path)) continue;
    found.push(...findWaits(path, readFileSync(path, 'utf8')));
  }
  for (const line of found.sort()) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
