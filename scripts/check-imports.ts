import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';

/** What each part may import of ours, besides itself. A part is the longest name that a file's path starts with. */
const mayImport: Record<string, string[]> = {
  contract: [],

  'web/src': ['web/src/', 'contract'],
  'web/src/pages': [
    ...['web/src/features', 'web/src/domain', 'web/src/ui', 'web/src/lib', 'contract'],
  ],
  'web/src/shell': ['web/src/ui', 'web/src/lib', 'contract'],
  'web/src/features': ['web/src/domain', 'web/src/ui', 'web/src/lib', 'contract'],
  'web/src/domain': ['web/src/ui', 'web/src/lib', 'contract'],
  'web/src/ui': [],
  'web/src/lib': ['contract'],
  'web/src/testing': ['web/src/', 'contract'],

  'field/src': ['field/src/', 'contract'],
  'field/src/screens': ['field/src/ui', 'field/src/lib', 'field/src/words', 'contract'],
  'field/src/ui': ['field/src/words'],
  'field/src/words': [],
  'field/src/lib': ['contract'],
  'field/src/service-worker': ['field/src/lib', 'contract'],
  'field/src/testing': ['field/src/', 'contract'],

  'server/src': ['server/src/', 'contract'],
  'server/src/config': ['contract'],
  'server/src/problems': ['contract'],
  'server/src/limits': [],
  // What opens the platform knows all of it.
  'server/src/platform/open': ['server/src/', 'contract'],
  'server/src/platform/work-queue': ['server/src/problems', 'server/src/limits'],
  'server/src/platform': [
    ...['server/src/config', 'server/src/db', 'server/src/storage', 'server/src/features'],
  ],
  'server/src/features': [
    ...['server/src/db', 'server/src/domain', 'server/src/http', 'server/src/storage'],
    ...['server/src/problems'],
    ...['server/src/platform', 'server/src/limits', 'server/src/config', 'contract'],
  ],
  'server/src/http': [
    ...['server/src/db', 'server/src/problems', 'server/src/platform', 'server/src/config'],
    ...['server/src/limits', 'contract'],
  ],
  'server/src/db': [
    ...['server/src/problems', 'server/src/limits', 'server/src/platform/work-queue', 'contract'],
  ],
  'server/src/domain': ['server/src/db', 'server/src/problems', 'contract'],
  'server/src/storage': [
    ...['server/src/problems', 'server/src/platform/', 'server/src/limits', 'contract'],
  ],
  'server/src/testing': ['server/src/', 'contract'],
};

/** A test may reach for whatever it needs in its own workspace. */
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

interface Import {
  specifier: string;
  typeOnly: boolean;
}

/** The rules of "Who may import whom" that a file breaks, one sentence each. `path` is relative to the project. */
export function findViolations(path: string, text: string): string[] {
  const { program } = parseSync(path, text);
  const { imports, queries } = collect(program);
  const broken = imports.flatMap((found) => judge(path, found));
  if (queries.length > 0 && path.startsWith('server/src/features/') && !isTest(path)) {
    if (!/-(store|rows)\.ts$/.test(path))
      broken.push(`only stores write SQL (${queries.join(', ')})`);
  }
  return broken.map((reason) => `${path}: ${reason}`);
}

function judge(path: string, { specifier, typeOnly }: Import): string[] {
  const target = resolve(path, specifier);
  if (target === undefined) return judgePackage(path, specifier, typeOnly);
  if (isTest(path))
    return workspace(target) === workspace(path) || isContract(target)
      ? []
      : [`a test must not import ${specifier}`];
  return [...judgePart(path, target, specifier), ...judgeLayer(path, target, specifier)];
}

function judgePart(path: string, target: string, specifier: string): string[] {
  const part = partOf(path);
  if (part === undefined) return [];
  const feature = featureOf(path);
  if (feature !== undefined && featureOf(target) !== undefined) {
    return featureOf(target) === feature
      ? []
      : [`a feature must not import another (${specifier})`];
  }
  const own = partOf(target) === part;
  const allowed = mayImport[part]?.some((name) => target.startsWith(name)) === true;
  const testing = target.includes('/testing/');
  return (own || allowed) && !testing ? [] : [`${part} must not import ${specifier}`];
}

/** Inside a feature of the server: routes, then service, then store. */
function judgeLayer(path: string, target: string, specifier: string): string[] {
  const layers = ['store', 'service', 'routes'];
  const layer = (file: string) =>
    layers.indexOf(/^server\/src\/features\/.*-(store|service|routes)\.ts$/.exec(file)?.[1] ?? '');
  const from = layer(path);
  if (from === -1 || layer(target) <= from) return [];
  return [`a ${layers[from]} must not import a ${layers[layer(target)]} (${specifier})`];
}

function judgePackage(path: string, specifier: string, typeOnly: boolean): string[] {
  if (isTest(path)) return [];
  if (isContract(path) && !/^zod(\/|$)/.test(specifier)) {
    return [`contract imports zod only, not ${specifier}`];
  }
  if (!path.startsWith('server/src/features/')) return [];
  if (path.endsWith('-service.ts') && /^@?fastify(\/|$)/.test(specifier)) {
    return [`a service must not know Fastify (${specifier})`];
  }
  if (!/-(store|rows)\.ts$/.test(path) && /^(kysely|pg)(\/|$)/.test(specifier) && !typeOnly) {
    return [`only stores write SQL (${specifier})`];
  }
  return [];
}

function resolve(path: string, specifier: string): string | undefined {
  const own = /^@doorstep\/(\w+)\/?(.*)$/.exec(specifier);
  if (own) return `${own[1]}/src/${own[2]}`;
  if (!specifier.startsWith('.')) return undefined;
  return normalize(join(dirname(path), specifier))
    .split(sep)
    .join('/');
}

const workspace = (path: string) => path.split('/')[0];
const isContract = (path: string) => path.startsWith('contract/');
const featureOf = (path: string) => /^(web|server)\/src\/features\/[^/]+/.exec(path)?.[0];

function partOf(path: string): string | undefined {
  return Object.keys(mayImport)
    .filter((name) => path.startsWith(`${name}/`) || path.startsWith(`${name}.`))
    .sort((a, b) => b.length - a.length)[0];
}

const queryMethods = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
]);

/** Every kind of import, and the calls that begin an SQL statement. */
function collect(program: ESTree.Program): { imports: Import[]; queries: string[] } {
  const imports: Import[] = [];
  const queries: string[] = [];
  const add = (
    source: ESTree.StringLiteral | null,
    kind: string,
    names: { kind: string }[] = [],
  ) => {
    const allTypes = names.length > 0 && names.every((name) => name.kind === 'type');
    if (source) imports.push({ specifier: source.value, typeOnly: kind === 'type' || allTypes });
  };
  new Visitor({
    ImportDeclaration: ({ source, importKind = 'value', specifiers }) =>
      add(
        source,
        importKind,
        specifiers.map((name) => ({ kind: ('importKind' in name && name.importKind) || 'value' })),
      ),
    ExportNamedDeclaration: ({ source, exportKind = 'value' }) => add(source, exportKind),
    ExportAllDeclaration: ({ source, exportKind = 'value' }) => add(source, exportKind),
    TSImportType: ({ source }) => add(source, 'type'),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') {
        imports.push({ specifier: source.value, typeOnly: false });
      }
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (queryMethods.has(callee.property.name)) queries.push(callee.property.name);
    },
  }).visit(program);
  return { imports, queries };
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const violations: string[] = [];
  for await (const found of glob('{contract,server,web,field}/src/**/*.{ts,tsx}', { cwd: root })) {
    const path = found.split(sep).join('/');
    violations.push(...findViolations(path, readFileSync(join(root, path), 'utf8')));
  }
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
