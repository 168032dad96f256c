import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

async function readTree(): Promise<Set<string>> {
  const exclude = ['**/node_modules', '**/dist', '.git', '**/data'];
  const tree = new Set<string>();
  for await (const found of glob('**/*', { cwd: root, exclude })) {
    tree.add(found.split(sep).join('/'));
  }
  return tree;
}

/**
 * Finds the paths that a page has in links or `backticks` and that don't exist. A path in backticks may
 * omit its start or its extension.
 */
function findLost(page: string, text: string, tree: Set<string>): string[] {
  const prose = text.replace(/^```[^]*?^```/gm, '');
  const folder = dirname(page);
  const links = [...prose.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = '']) => link);
  const spans = [...prose.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+)\/?`/g)].map(([, span = '']) => span);
  const names = new Set([...tree].flatMap((path) => path.split('/').slice(0, -1)));
  const all = [...tree].map((path) => `/${path}`);
  const stands = (path: string) =>
    all.some((one) => one.endsWith(`/${path}`) || one.includes(`/${path}.`)) ||
    tree.has(posix.join(folder, path));
  const isPath = (span: string) =>
    !/^(text|image|application)\//.test(span) && names.has(span.split('/')[0] ?? '');
  return [
    ...links.filter((link) => !tree.has(posix.join(folder, link).replace(/\/$/, ''))),
    ...spans.filter((span) => isPath(span) && !stands(span)),
  ];
}

test('every file and folder that a page names exists', async () => {
  const tree = await readTree();
  const pages = [...tree].filter((path) => path.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(30);
  const lost = pages.flatMap((page) =>
    findLost(page, readFileSync(join(root, page), 'utf8'), tree).map((path) => `${page}: ${path}`),
  );
  expect(lost).toEqual([]);
});

test('a moved file is found, and what only looks like a path is not', () => {
  const tree = new Set(['docs/a.md', 'docs', 'web/src/lib', 'web', 'web/src', 'web/src/lib/x.ts']);
  const text = [
    '[a](a.md) [b](b.md) [c](../web/src/lib/x.ts#here) [d](https://example.test/b.md)',
    '`web/src/lib/x.ts` `lib/x` `web/src/y.ts` `lib/y` `image/png` `zod/mini` `web/`',
    '```\nweb/src/z.ts\n```',
  ].join('\n');
  expect(findLost('docs/a.md', text, tree)).toEqual(['b.md', 'web/src/y.ts', 'lib/y']);
});
