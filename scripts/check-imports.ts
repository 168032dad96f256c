import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ESTree, parseSync, Visitor } from 'vite';

/** The server's folders from the highest layer to the lowest. No folder imports from a layer above it. */
const serverLayers = [
  ...['main', 'cli', 'start', 'app', 'jobs', 'ops', 'demo', 'features', 'http', 'domain'],
  ...['platform', 'storage', 'db', 'work', 'limits', 'problems', 'config'],
];
const layersBelow = (room: string) => [
  ...serverLayers.slice(serverLayers.indexOf(room) + 1).map((name) => `server/src/${name}`),
  'contract',
];

/**
 * The folders that each part may import from, in addition to its own. If a file's path starts with the names
 * of several parts, the file belongs to the part with the longest name.
 */
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
  'field/src/words': ['contract'],
  'field/src/lib': ['field/src/words', 'contract'],
  'field/src/service-worker': ['field/src/lib', 'contract'],
  'field/src/testing': ['field/src/', 'contract'],

  ...Object.fromEntries(serverLayers.map((room) => [`server/src/${room}`, layersBelow(room)])),
  'server/src/http': [
    ...['server/src/platform', 'server/src/db', 'server/src/limits', 'server/src/problems'],
    ...['server/src/config', 'contract'],
  ],
  'server/src/domain': ['server/src/db', 'server/src/problems', 'contract'],
  'server/src/platform': ['server/src/storage', 'server/src/db', 'contract'],
  'server/src/storage': ['server/src/work', 'server/src/limits', 'server/src/problems', 'contract'],
  'server/src/db': ['server/src/work', 'server/src/limits', 'server/src/problems', 'contract'],
  'server/src/work': ['server/src/problems'],
  'server/src/limits': [],
  'server/src/testing': ['server/src/', 'contract'],
};

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/testing/');

interface Import {
  specifier: string;
  typeOnly: boolean;
}

/** Returns one sentence for each import rule that a file violates. `path` is relative to the project root. */
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

/**
 * Returns one sentence for each circular import. Type imports may be circular within one feature or one
 * folder.
 */
export function findCycles(texts: Map<string, string>): string[] {
  const graph = new Map<string, { target: string; typeOnly: boolean }[]>();
  for (const [path, text] of texts) {
    if (isTest(path)) continue;
    const { imports } = collect(parseSync(path, text).program);
    const edges = imports.flatMap(({ specifier, typeOnly }) => {
      const target = resolve(path, specifier);
      const file = [target, `${target}.ts`, `${target}.tsx`].find(
        (name) => name && texts.has(name),
      );
      return file === undefined ? [] : [{ target: file, typeOnly }];
    });
    graph.set(path, edges);
  }
  const home = (path: string) => featureOf(path) ?? dirname(path);
  const circles = [
    ...findCircles(graph, ({ typeOnly }) => !typeOnly),
    ...findCircles(graph, () => true).filter((circle) => new Set(circle.map(home)).size > 1),
  ];
  return circles.map((circle) => `files import each other in a circle: ${circle.join(', ')}`);
}

/** Returns Tarjan's strongly connected components with more than one file. */
function findCircles<Edge extends { target: string }>(
  graph: Map<string, Edge[]>,
  counts: (edge: Edge) => boolean,
): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    open.push(path);
    let earliest = own;
    for (const { target } of (graph.get(path) ?? []).filter(counts)) {
      if (!order.has(target)) earliest = Math.min(earliest, visit(target));
      else if (open.includes(target)) earliest = Math.min(earliest, order.get(target) ?? own);
    }
    if (earliest === own) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle);
    }
    return earliest;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return circles;
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

/**
 * Checks the layers inside a server feature: routes may import services and stores, and services may import
 * stores.
 */
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
  const texts = new Map<string, string>();
  for await (const found of glob('{contract,server,web,field}/src/**/*.{ts,tsx}', { cwd: root })) {
    texts.set(found.split(sep).join('/'), readFileSync(join(root, found), 'utf8'));
  }
  const violations = [...texts].flatMap(([path, text]) => findViolations(path, text));
  violations.push(...findCycles(texts));
  for (const violation of violations) console.error(violation);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
