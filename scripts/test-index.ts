import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Statement {
  id: string;
  document: string;
}

/** A test with a comment that says what the test covers: `// Covers: sign-in-3, threat-4`. */
export interface Covering {
  id: string;
  path: string;
  title: string;
}

const documents = ['docs/requirements.md', 'docs/security.md', 'docs/faults.md'] as const;

const statementLine = /^(?:- |\| )`([a-z0-9-]+-\d+)` /;
const comment = /^\s*\/\/ Covers: (.+)$/;

/** Finds the ids at the start of list items and table rows of a document. */
export function findStatements(document: string, text: string): Statement[] {
  return text.split('\n').flatMap((line) => {
    const id = statementLine.exec(line)?.[1];
    return id === undefined ? [] : [{ id, document }];
  });
}

/**
 * Finds the tests that have a `Covers` comment. `stray` has the line numbers of `Covers` comments without a
 * test below.
 */
export function findCoverings(
  path: string,
  text: string,
): { coverings: Covering[]; stray: number[] } {
  const lines = text.split('\n');
  const ids = new Map<number, string[]>();
  for (const [index, line] of lines.entries()) {
    const list = comment.exec(line)?.[1];
    if (list !== undefined) ids.set(index + 1, list.split(/, */));
  }
  if (ids.size === 0) return { coverings: [], stray: [] };

  const coverings: Covering[] = [];
  const used = new Set<number>();
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  new Visitor({
    ExpressionStatement: ({ expression, start }) => {
      const title = titleOf(expression);
      const line = lineOf(start) - 1;
      const covered = ids.get(line);
      if (title === undefined || covered === undefined) return;
      used.add(line);
      coverings.push(...covered.map((id) => ({ id, path, title })));
    },
  }).visit(parseSync(path, text).program);
  return { coverings, stray: [...ids.keys()].filter((line) => !used.has(line)) };
}

function titleOf(expression: ESTree.Expression): string | undefined {
  if (expression.type !== 'CallExpression') return undefined;
  const [title] = expression.arguments;
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  if (title?.type === 'TemplateLiteral') {
    return title.quasis.map((part) => part.value.cooked ?? '').join('…');
  }
  return undefined;
}

export function findGaps(statements: Statement[], coverings: Covering[]): string[] {
  const seen = new Set<string>();
  const gaps: string[] = [];
  for (const { id, document } of statements) {
    if (seen.has(id)) gaps.push(`${document}: \`${id}\` is stated twice`);
    seen.add(id);
    if (!coverings.some((covering) => covering.id === id)) {
      gaps.push(`${document}: no test says that it covers \`${id}\``);
    }
  }
  for (const { id, path, title } of coverings) {
    if (!seen.has(id)) gaps.push(`${path}: "${title}" covers \`${id}\`, which no document states`);
  }
  return gaps;
}

const root = fileURLToPath(new URL('..', import.meta.url));

export async function readProject() {
  const statements = documents.flatMap((document) =>
    findStatements(document, readFileSync(join(root, document), 'utf8')),
  );
  const coverings: Covering[] = [];
  const gaps: string[] = [];
  const pattern = '{contract,server,web,field,e2e,scripts}/**/*.{test,spec}.{ts,tsx}';
  const paths: string[] = [];
  for await (const found of glob(pattern, { cwd: root, exclude: ['**/node_modules'] })) {
    paths.push(found.split(sep).join('/'));
  }
  for (const path of paths.sort()) {
    const found = findCoverings(path, readFileSync(join(root, path), 'utf8'));
    coverings.push(...found.coverings);
    gaps.push(...found.stray.map((line) => `${path}:${line}: there is no test below the comment`));
  }
  return { statements, coverings, gaps: [...gaps, ...findGaps(statements, coverings)] };
}

if (import.meta.main) {
  const { statements, coverings, gaps } = await readProject();
  for (const { id } of statements) {
    console.log(id);
    for (const { path, title } of coverings.filter((covering) => covering.id === id)) {
      console.log(`  ${path} "${title}"`);
    }
  }
  for (const gap of gaps) console.error(gap);
  process.exitCode = gaps.length > 0 ? 1 : 0;
}
