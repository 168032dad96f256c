import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { reportBody } from '../reports.ts';
import { VisitManifest } from '../visits/manifest.ts';
import { VisitFileHead } from '../visits/visit-file.ts';
import { endpointRows } from './endpoints.ts';
import { choices, list, record, text, Uuid, unless } from './inputs.ts';

/** The schemas of all inputs except bytes: path parameters, queries, bodies and text parts. */
const inputs: [string, z.ZodMiniType][] = [
  ...endpointRows.flatMap(([name, { endpoint, multipart }]): [string, z.ZodMiniType][] => [
    [`${name} params`, endpoint.params],
    [`${name} query`, endpoint.query],
    [`${name} body`, endpoint.body],
    [`${name} fields`, multipart?.fields ?? z.unknown()],
  ]),
  ['simpleGenerate body', reportBody('Doorstep')],
  ['visit manifest', VisitManifest],
  ['visit file', VisitFileHead],
];

type Def = z.core.$ZodTypeDef & { [part: string]: unknown };

function* partsOf(path: string, schema: z.core.$ZodType): Generator<[string, z.core.$ZodType]> {
  yield [path, schema];
  const def = schema._zod.def as Def;
  const below: Record<string, unknown> = {
    ...(def.shape as object),
    ...Object.fromEntries(Object.entries((def.options as object) ?? {})),
    ...{ element: def.element, key: def.keyType, value: def.valueType, other: def.catchall },
    ...{ inner: def.innerType, in: def.in, out: def.out },
  };
  for (const [name, part] of Object.entries(below)) {
    if (part) yield* partsOf(`${path}.${name}`, part as z.core.$ZodType);
  }
}

const parts = inputs.flatMap(([name, schema]) => [...partsOf(name, schema)]);
const ofType = (type: string) => parts.filter(([, { _zod }]) => _zod.def.type === type);
const errorsOf = (schema: z.core.$ZodType, value: unknown) =>
  z.safeParse(schema, value).error?.issues.length;

// Covers: threat-41
test('each text of a request has a maximum, which is checked first and ends the checks', () => {
  expect(ofType('string').length).toBeGreaterThan(200);
  const unbounded = ofType('string').filter(([, { _zod }]) => {
    const def = _zod.def as z.core.$ZodStringDef;
    const first = def.checks?.[0]?._zod.def;
    return 'format' in def || first?.check !== 'max_length' || first.abort !== true;
  });
  expect(unbounded.map(([path]) => path)).toEqual([]);
});

// Covers: threat-41
test('each list and record of a request has a maximum, and a longer one is not read', () => {
  const tooMany = Array.from({ length: 10_001 }, (_, at) => Symbol(at));
  for (const [path, schema] of ofType('array')) {
    expect([path, errorsOf(schema, tooMany)]).toEqual([path, 1]);
  }
  const entries = Object.fromEntries(tooMany.map((value, at) => [`name ${at}`, value]));
  for (const [path, schema] of ofType('record')) {
    expect([path, errorsOf(schema, entries)]).toEqual([path, 1]);
  }
  expect([ofType('array').length > 10, ofType('record').length]).toEqual([true, 5]);
});

test('no other type is unbounded', () => {
  const bounded = ['string', 'array', 'record', 'object', 'union', 'enum', 'literal', 'number'];
  const others = ['boolean', 'never', 'optional', 'nullable', 'default', 'pipe', 'transform'];
  const types = new Set(parts.map(([, { _zod }]) => _zod.def.type));
  types.delete('unknown');
  expect([...types].filter((type) => ![...bounded, ...others].includes(type))).toEqual([]);
  // `unknown` is allowed only for an input that the endpoint does not use, not for a value inside an input.
  expect(ofType('unknown').filter(([path]) => path.includes('.'))).toEqual([]);
});

test('a text that is too long gets only that error', () => {
  const unread = z.refine<string>(() => expect.unreachable());
  const schema = text(5).check(z.trim(), unread, z.minLength(9), z.regex(/x/));
  expect(z.safeParse(schema, '123456').error?.issues).toMatchObject([
    { code: 'too_big', message: 'At most 5 characters are allowed.' },
  ]);
  expect(z.safeParse(text(5, 'Too long'), '123456').error?.issues[0]?.message).toBe('Too long');
  expect(z.safeParse(text(5), '12345').success).toBe(true);
  expect(z.safeParse(text(5), 'a\ud83d').data).toBe('a\ufffd');
});

test('lists, choices and records are read up to their maximum', () => {
  expect(z.safeParse(list(z.int(), 2), [1, 2]).data).toEqual([1, 2]);
  expect(z.safeParse(list(z.int(), 2, 'Too long'), [1, 2, 'x']).error?.issues).toMatchObject([
    { path: [], message: 'Too long' },
  ]);
  const chosen = choices(['a', 'b']);
  expect(z.safeParse(chosen, ['b', 'a']).data).toEqual(['b', 'a']);
  for (const wrong of [['a', 'a'], ['c'], ['a', 'b', 'a']]) {
    expect([wrong, errorsOf(chosen, wrong)]).toEqual([wrong, 1]);
  }
  const named = record(text(3), z.int(), 1);
  expect(z.safeParse(named, { one: 1 }).data).toEqual({ one: 1 });
  expect(errorsOf(named, { one: 1, two: 'x' })).toBe(1);
  expect(errorsOf(named, { three: 1 })).toBe(1);
});

test('an excess found in a value beforehand is the only error, at its place', () => {
  const schema = unless(z.object({ a: z.string() }), (value) =>
    value === 7 ? { message: 'Seven', path: ['a'] } : undefined,
  );
  expect(z.safeParse(z.array(schema), [7, { a: 'b' }]).error?.issues).toMatchObject([
    { path: [0, 'a'], message: 'Seven' },
  ]);
});

test('a UUID has one spelling after parsing', () => {
  const id = '0a1b2c3d-0000-4000-8000-00000000abcd';
  expect(z.safeParse(Uuid, id.toUpperCase()).data).toBe(id);
  expect(z.safeParse(Uuid, `${id}0`).success).toBe(false);
});
