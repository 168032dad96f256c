import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/**
 * The shortest time limit that a test may have, in milliseconds. Busy machines need that long, and only a
 * failed test waits until the limit.
 */
const shortestLimit = 30_000;

const exception = /^\s*\/\/ Real time: ./;

const pattern = '{contract,server,web,field}/src/**/*.{ts,tsx}';
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) || path.includes('/testing/');
const isSupport = (path: string) => path.startsWith('e2e/') && !path.startsWith('e2e/screens/');

/** Finds fixed waits and short time limits, because they make a test depend on the speed of the machine. */
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

/** The names of the collections in which page tests and their support code record requests. */
const collected = ['sent', 'asked', 'recorded'];
const changes = new Set(['push', 'unshift', 'add', 'set', 'delete']);

/**
 * Finds values that a page test reads only once, although they may change a moment later. These values are
 * the address, storage, lists of elements, and collections that the test's `answer(...)` calls fill. For
 * example, the screen often shows an effect before the request is sent and recorded.
 */
export function findSingleReads(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const answers: ESTree.Span[] = [];
  const reads: ESTree.Span[] = [];
  new Visitor({
    CallExpression: ({ callee, start, end }) => {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'answer') answers.push({ start, end });
      if (callee.name === 'expect') reads.push({ start, end });
    },
  }).visit(program);
  const isIn = (spans: ESTree.Span[], { start }: ESTree.Span) =>
    spans.some((span) => span.start < start && start < span.end);

  const filled = new Set(collected);
  const local = new Set<string>();
  const fill = (node: ESTree.Node) => {
    if (node.type === 'MemberExpression') fill(node.object);
    if (node.type === 'Identifier' && isIn(answers, node)) filled.add(node.name);
  };
  new Visitor({
    AssignmentExpression: ({ left }) => fill(left),
    UpdateExpression: ({ argument }) => fill(argument),
    CallExpression: ({ callee }) => {
      if (callee.type === 'MemberExpression' && changes.has(nameOf(callee) ?? '')) fill(callee);
    },
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier' && isIn(answers, id)) local.add(id.name);
    },
  }).visit(program);

  const found = new Set<string>();
  const report = (node: ESTree.Span, problem: string) => {
    const isPlain = isIn(reads, node) && !isIn(answers, node);
    if (isPlain) found.add(`${path}:${text.slice(0, node.start).split('\n').length}: ${problem}`);
  };
  const properties = new Set<number>();
  new Visitor({
    MemberExpression: ({ property, computed }) => {
      if (!computed) properties.add(property.start);
    },
    Property: ({ key }) => void properties.add(key.start),
    Identifier: (node) => {
      const { name, start } = node;
      if (properties.has(start) && !collected.includes(name)) return;
      if (filled.has(name) && !local.has(name)) report(node, `expect.poll(() => ${name})`);
      if (name.endsWith('Storage')) report(node, `expect.poll(() => ${name})`);
    },
    CallExpression: (node) => {
      const name = nameOf(node.callee);
      if (name === 'address') report(node, 'expect.poll(address)');
      if (name === 'elements' || name === 'query') report(node, 'expect.element');
    },
  }).visit(program);
  return [...found];
}

function nameOf(callee: ESTree.Expression | ESTree.Super): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    return callee.property.name;
  }
  return undefined;
}

/**
 * Whether a timer's delay is fixed. A conditional expression is not, because tests that replace `setTimeout`
 * use one to shorten some delays.
 */
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
    const text = readFileSync(path, 'utf8');
    found.push(...findWaits(path, text));
    if (path.endsWith('.test.tsx')) found.push(...findSingleReads(path, text));
  }
  for (const line of found.sort()) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}
