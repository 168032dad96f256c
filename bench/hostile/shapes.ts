import * as z from 'zod/mini';

/** A request that is made to be costly. `like` names its difference from a normal request. */
export interface Hostile {
  like: string;
  /** Creates the body only when the request is sent, because all bodies together take gigabytes. */
  body?: () => Buffer;
  headers?: Record<string, string>;
  query?: string;
}

type Json = string | number | boolean | null | undefined | Json[] | { [name: string]: Json };
type Path = (string | number)[];

const megabyte = 1_000_000;
const fill = (text: string, size: number) =>
  text.repeat(Math.ceil(size / text.length)).slice(0, size);

const texts: Record<string, string> = {
  letters: 'x',
  digits: '1',
  'digits and spaces': '2 ',
  'Aadhaar numbers': '234567890124 ',
  'Aadhaar numbers in groups': '2345-6789-0124,',
  'dotted digits': '2.',
  'groups in a list': '2345, ',
  'digits of India': '२३ ',
  'invisible characters': '2\u200b',
  'marks in the wrong order': '\u0301\u0327',
  'letters that grow': '\ufdfa',
  spaces: ' ',
  'line breaks and spaces': ' \n',
  quotes: '"\t',
  brackets: '([{<',
  'halves of characters': '\ud800',
  'an email without end': 'a@a.',
};

/** The lengths of the texts, for the fields' different limits. The longest nearly fills a request body. */
const sizes = [megabyte - 5_000, 190_000, 20_000, 4_000, 1_000, 200];

function* leaves(value: Json, path: Path = []): Generator<[Path, Json]> {
  if (Array.isArray(value) && value.length > 0) {
    yield* leaves(value[0], [...path, 0]);
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, below] of Object.entries(value)) yield* leaves(below, [...path, name]);
  }
  if (path.length > 0) yield [path, value];
}

function replaced(value: Json, [first, ...rest]: Path, by: Json): Json {
  if (first === undefined) return by;
  if (typeof value !== 'object') return replaced({}, [first, ...rest], by);
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    Json
  >;
  copy[first] = replaced(copy[first], rest, by);
  return copy;
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

/** Yields the paths of all properties in a schema, including properties that a normal request omits. */
function* placesIn(schema: JsonSchema, path: Path = []): Generator<Path> {
  for (const [name, below] of Object.entries(schema.properties ?? {})) {
    yield [...path, name];
    yield* placesIn(below, [...path, name]);
  }
  for (const choice of schema.anyOf ?? []) yield* placesIn(choice, path);
}

const someOf = <T>(all: readonly T[], most: number) =>
  all.filter((_, at) => at % Math.ceil(all.length / most) === 0);

const json = (like: string, body: () => string | Buffer): Hostile => ({
  like,
  body: () => Buffer.from(body() as string),
  headers: { 'content-type': 'application/json' },
});

export function* hostileJson(honest: object, schema: z.ZodMiniType): Generator<Hostile> {
  const whole = honest as Json;
  const known = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const all = [...leaves(whole)];
  const missing = [...placesIn(known)].filter(
    (path) => !all.some(([there]) => there.join() === path.join()),
  );
  const texted = all.flatMap(([path, value]) => (typeof value === 'string' ? [path] : []));
  for (const path of [...someOf(texted, 10), ...missing]) {
    for (const [like, text] of Object.entries(texts)) {
      for (const size of sizes) {
        yield json(`${size} of ${like} in ${path.join('.')}`, () =>
          JSON.stringify(replaced(whole, path, fill(text, size))),
        );
      }
    }
  }
  for (const path of [...someOf(all, 12).map(([path]) => path), ...missing]) {
    for (const [like, value] of Object.entries(wrongValues)) {
      yield json(`${like} in ${path.join('.')}`, () =>
        JSON.stringify(replaced(whole, path, value())),
      );
    }
  }
  const own = () => JSON.stringify(whole).slice(0, -1);
  const withField = (fields: string) => `${own()}${own() === '{' ? '' : ','}${fields}}`;
  for (const [like, text] of Object.entries(texts)) {
    for (const size of [400_000, 90]) {
      const name = () => JSON.stringify(fill(text, size));
      yield json(`a name of ${size} of ${like}`, () => withField(`${name()}:1`));
      yield json(`a text under a name of ${size} of ${like}`, () => withField(`${name()}:"x"`));
    }
  }
  for (const count of [38, 4_500, 60_000]) {
    const fields = (field: (at: number) => string) => () =>
      withField(Array.from({ length: count }, (_, at) => field(at)).join());
    yield json(
      `${count} names`,
      fields((at) => `"name ${at}":${at}`),
    );
    yield json(
      `${count} names of texts`,
      fields((at) => `"n${at}":"2345"`),
    );
    yield json(
      `${count} numbers for names`,
      fields((at) => `"${at * 40_000}":1`),
    );
  }
  yield* brokenJson(own);
}

const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json;
const named = (count: number, value: (at: number) => Json) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, value(at)]));
const wrongValues: Record<string, () => Json> = {
  '9,000 texts': () => Array(9_000).fill('x'),
  '9,000 numbers': () => Array(9_000).fill(-1.5),
  '4,000 objects': () => Array.from({ length: 4_000 }, () => ({ a: 'b' })),
  '300,000 numbers': () => Array(300_000).fill(1),
  '9,000 lists in each other': () => nested(9_000),
  '400 texts of 2,000 digits': () => Array(400).fill(fill('2 ', 2_000)),
  '4,900 names': () => named(4_900, String),
  '199 names of 4,000 digits': () => named(199, () => fill('2 ', 4_000)),
};

function* brokenJson(own: () => string): Generator<Hostile> {
  const bytes = (start: string, byte: number, end: string) => () =>
    Buffer.concat([Buffer.from(start), Buffer.alloc(megabyte - 40, byte), Buffer.from(end)]);
  yield json('a number of a million digits', () => `{"a":${fill('1', megabyte)}}`);
  yield json('lists in each other', () => '['.repeat(500_000) + ']'.repeat(500_000));
  yield json('objects in each other', () => `${'{"a":'.repeat(160_000)}1${'}'.repeat(160_000)}`);
  yield json('lists that do not end', () => fill('[],[', megabyte));
  yield json('a text that does not end', () => `"${fill('\\', megabyte)}`);
  yield json('escaped letters', () => `{"a":"${fill('\\u0041', 999_996)}"}`);
  yield json('spaces', () => `${fill(' ', megabyte)}{}`);
  yield json('an own text and spaces', () => `${own()}}${fill(' ', megabyte - 40_000)}`);
  yield json('prototypes', () => JSON.stringify({ a: fill('"__proto__": ', 900_000) }));
  yield json('constructors', () => `{"constructor":1,"a":[${fill('[],', 29_000)}1]}`);
  yield json('bytes that are no UTF-8', bytes('', 0xc3, ''));
  yield json('bytes that are no UTF-8 in a text', bytes('{"name":"', 0xff, '"}'));
  yield json('more than a megabyte', () => `{"a":"${fill('x', 1_100_000)}"}`);
}

const boundary = 'hostile';
const form = (like: string, ...parts: (() => string)[]): Hostile => ({
  like,
  body: () => Buffer.from(`${parts.map((make) => make()).join('')}--${boundary}--\r\n`),
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
});
const part = (name: string, value: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const [noSheet, noPhoto] = ['; filename="a.xlsx"', '; filename="a.jpg"'];

export function* hostileForms(file: string): Generator<Hostile> {
  const names = ['application_id', 'remark', 'neighbour1_name', 'latitude', 'overall_observation'];
  for (const [like, text] of Object.entries(texts)) {
    for (const size of [900_000, 60_000, 4_000, 1_000, 200]) {
      for (const name of names) {
        yield form(`${size} of ${like} in ${name}`, () => part(name, fill(text, size)));
      }
    }
    const long = () => fill(text, 60_000);
    yield form(`texts of ${like}`, () => names.map((name) => part(name, long())).join(''));
    yield form(`a name of ${like}`, () => part(long(), 'x'));
    yield form(`a file name of ${like}`, () => part(file, 'x', `; filename="${long()}"`));
    yield form(`a file of ${like}`, () => part(file, fill(text, megabyte), noSheet));
    yield form(`something before, of ${like}`, () => fill(text, megabyte) + part('remark', 'x'));
  }
  yield form('ten thousand parts', () => part('a', 'x').repeat(10_000));
  yield form('ten thousand files', () => part(file, 'x', noPhoto).repeat(10_000));
  yield form('many headers', () => `--${boundary}\r\n${'X-A: b\r\n'.repeat(100_000)}\r\nx\r\n`);
  yield form('a header without an end', () => `--${boundary}\r\nX: ${fill('a', megabyte)}`);
  yield form('almost the boundary', () => fill(`\r\n--${boundary.slice(0, -1)}`, megabyte));
  yield form('dashes', () => fill('\r\n-', megabyte));
}

/** Yields bodies of arbitrary bytes, which are sent whatever format the endpoint expects. */
export function* hostileBytes(): Generator<Hostile> {
  const bytes = (
    like: string,
    start: string,
    rest: string,
    type = 'application/octet-stream',
  ): Hostile => ({
    like,
    body: () => Buffer.from(start + fill(rest, megabyte - start.length), 'latin1'),
    headers: { 'content-type': type },
  });
  yield bytes('zeros', '', '\0');
  yield bytes(
    'an envelope to many',
    'age-encryption.org/v1\n',
    '-> X25519 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\naaaa\n',
  );
  yield bytes('a picture of many brands', '\0\x0f\0\0ftyp', 'isom');
  yield bytes('a photo of nothing', '\xff\xd8\xff\xe1', '\xff');
  yield bytes('a visit’s file of one line', 'doorstep-visit/1\n', '[');
  yield bytes('text', '', 'a ', 'text/plain');
  yield bytes('a form of links', '', 'a=b&', 'application/x-www-form-urlencoded');
}

export function* hostileHeads(): Generator<Hostile> {
  const size = 7_000;
  for (const [like, text] of Object.entries(texts)) {
    const value = encodeURIComponent(fill(text, size / 9).toWellFormed());
    yield {
      like: `a search for ${like}`,
      query: `search=${value}&known=${value}&visits=${value}&id=${value}`,
    };
  }
  yield { like: 'one parameter two thousand times', query: fill('a=1&', size) };
  yield { like: 'the same search many times', query: fill('search=2&page=1&', size) };
  yield {
    like: 'many parameters',
    query: Array.from({ length: 1_000 }, (_, at) => `p${at}=1`).join('&'),
  };
  yield { like: 'percent signs', query: fill('%41', size) };
  yield { like: 'broken percent signs', query: fill('%', size) };
  const header = (name: string, text: string) => ({
    like: `a long ${name}`,
    headers: { [name]: fill(text, size) },
  });
  yield header('cookie', 'a=b; ');
  yield header('cookie', 'doorstep_session=%41;');
  yield header('idempotency-key', '2');
  yield header('x-forwarded-for', '1.1.1.1, ');
  yield header('accept-encoding', 'gzip;q=0.1, ');
  yield header('accept', 'a/b;q=0.1, ');
  yield header('if-none-match', 'W/"a", ');
  yield header('range', 'bytes=0-0,');
  yield header('user-agent', 'a(');
  yield header('origin', 'http://a.');
  yield header('content-type', 'application/json; a=b');
  yield header('content-type', 'multipart/form-data; boundary=" ');
  yield header('upload-offset', '1');
  yield { like: 'a long token', headers: { authorization: `Bearer ${fill('a.', size)}` } };
}
