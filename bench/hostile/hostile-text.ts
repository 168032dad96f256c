import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { VisitManifest } from '@doorstep/contract/visits/manifest';
import { accessTable } from '@doorstep/contract/wire/endpoint';
import { endpointRows } from '@doorstep/contract/wire/endpoints';
import type { SampleRequest } from '../../server/src/testing/endpoint-sample.ts';
import type { Role } from '../../server/src/testing/test-app.ts';
import { type Cell, describeMachine, record } from '../record.ts';
import type { Hold, Question } from './measured-server.ts';
import { type Hostile, hostileBytes, hostileForms, hostileHeads, hostileJson } from './shapes.ts';

const { values: options } = parseArgs({
  options: {
    /** Measures only the endpoints whose name contains this text, and records nothing. */
    only: { type: 'string', default: '' },
  },
});
/** The longest time that a request may block the event loop, in milliseconds. */
const bar = 50;
/**
 * Requests that block the event loop for longer than this, in milliseconds, are sent again. The shortest
 * time counts, because other programs can only add time.
 */
const noticeable = 15;
const tries = 5;

const machine = describeMachine();
const folder = await mkdtemp(join(tmpdir(), 'doorstep-hostile-'));
const server = fork(new URL('measured-server.ts', import.meta.url), [folder], {
  serialization: 'advanced',
});
const asked = new Map<number, PromiseWithResolvers<unknown>>([[0, Promise.withResolvers()]]);
server.on('message', ({ id, value, error }: { id: number; value: unknown; error?: string }) => {
  if (error === undefined) asked.get(id)?.resolve(value);
  else asked.get(id)?.reject(new Error(error));
  asked.delete(id);
});
server.on('exit', (code) => {
  for (const { reject } of asked.values()) reject(new Error(`The server exited with ${code}`));
});
let questions = 0;
function ask<T>(question: Question): Promise<T> {
  questions += 1;
  const answer = Promise.withResolvers<unknown>();
  asked.set(questions, answer);
  server.send({ id: questions, question });
  return answer.promise as Promise<T>;
}

interface Call {
  endpoint: string;
  who: string;
  like: string;
  status: number | string;
  hold: Hold;
}

let sends = 0;
const askers = [undefined, 'agent', 'superadmin'] as const;

try {
  const address = (await asked.get(0)?.promise) as string;
  const calls: Call[] = [];
  for (const [name, row] of endpointRows) {
    if (!name.includes(options.only)) continue;
    for (const role of askers) calls.push(...(await measure(address, name, row, role)));
    const worst = Math.max(
      ...calls.filter((one) => one.endpoint === name).map(({ hold }) => hold.processor),
    );
    console.log(`${name}: ${worst.toFixed(1)} ms`);
  }
  await report(calls);
} finally {
  await end(server);
  await rm(folder, { recursive: true, force: true });
}

type Row = (typeof endpointRows)[number][1];

/**
 * Sends all hostile requests that fit the endpoint's method and body format. If the endpoint must reject the
 * role, sends at most 20 of them.
 */
async function measure(
  address: string,
  name: (typeof endpointRows)[number][0],
  row: Row,
  role: Role | undefined,
): Promise<Call[]> {
  const { access, method, path } = row.endpoint;
  const reaches = accessTable[access][role ?? 'nobody'] !== 'none';
  const allowed = (['superadmin', 'agent'] as const).find(
    (one) => accessTable[access][one] !== 'none',
  );
  const credentials = role ? await ask<Record<string, string>>({ ask: 'sign in', role }) : {};

  async function prepare() {
    const asker = reaches ? (role ?? allowed) : allowed;
    const sample = await ask<SampleRequest>({ ask: 'sample', name, role: asker });
    return { sample, shapes: [...shapesFor(row, sample)] };
  }
  let { sample, shapes } = await prepare();
  async function send({ body, query, headers }: Hostile) {
    const filled = path.replace(/:(\w+)/g, (_, key: string) => String(sample.params?.[key] ?? 1));
    const url = `${address}${filled}${query ? `?${query}` : ''}`;
    await ask({ ask: 'longest hold' });
    const status = await sendTo(url, method, body?.(), {
      ...sample.headers,
      ...(role && credentials),
      ...headers,
    });
    return { status, hold: await ask<Hold>({ ask: 'longest hold' }) };
  }

  const calls: Call[] = [];
  const step = reaches ? 1 : Math.ceil(shapes.length / 20);
  for (let at = 0; at < shapes.length; at += step) {
    const hostile = shapes[at] as Hostile;
    let { status, hold } = await send(hostile);
    for (let again = 1; again < tries && hold.processor > noticeable; again += 1) {
      const next = await send(hostile);
      hold = {
        clock: Math.min(hold.clock, next.hold.clock),
        processor: Math.min(hold.processor, next.hold.processor),
      };
      status = next.status;
    }
    calls.push({ endpoint: name, who: role ?? 'nobody', like: hostile.like, status, hold });
    // Prepares a new sample after a successful change, because the same request would now have a different
    // effect.
    const isGranted = row.endpoint.method !== 'GET' && String(status).startsWith('2');
    if (isGranted) ({ sample, shapes } = await prepare());
  }
  return calls;
}

function* shapesFor({ endpoint, multipart }: Row, { payload }: SampleRequest): Generator<Hostile> {
  yield* hostileHeads();
  if (['GET', 'HEAD'].includes(endpoint.method)) return;
  yield* hostileBytes();
  const honest = payload && !Buffer.isBuffer(payload) ? payload : {};
  if (endpoint.request === 'json') yield* hostileJson(honest, endpoint.body);
  else if (endpoint.request === 'multipart') yield* hostileForms(multipart?.file ?? 'file');
  if (!('manifest' in honest)) return;
  const inside = JSON.parse(String(honest.manifest)) as object;
  for (const { like, body, ...rest } of hostileJson(inside, VisitManifest)) {
    const manifest = () => String(body?.()).slice(0, 200_000);
    const wrapped = () => Buffer.from(JSON.stringify({ ...honest, manifest: manifest() }));
    yield { like: `${like}, in a manifest`, body: wrapped, ...rest };
  }
}

function sendTo(
  url: string,
  method: string,
  body: Buffer | undefined,
  headers: Record<string, string>,
): Promise<number | string> {
  sends += 1;
  // Uses many local addresses, because the requests from one address to public endpoints are limited.
  const localAddress = `127.0.${Math.floor(sends / 200) % 200}.${(sends % 200) + 1}`;
  const length = body && { 'content-length': body.length };
  return new Promise((resolve) => {
    const sent = request(url, {
      ...{ method, localAddress },
      headers: { 'idempotency-key': `hostile-${sends}`, ...headers, ...length },
    });
    sent.once('response', (answer) => {
      answer.resume().on('error', () => {});
      answer.once('close', () => resolve(answer.statusCode ?? 0));
    });
    // A rejection may arrive and close the connection before the whole body is sent.
    sent.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    sent.end(body);
  });
}

async function report(calls: Call[]): Promise<void> {
  const byProcessor = calls.toSorted((one, other) => other.hold.processor - one.hold.processor);
  const tooLong = byProcessor.filter(({ hold }) => hold.processor > bar);
  const failed = calls.filter(({ status }) => Number(status) >= 500 && Number(status) !== 503);
  const statuses = Object.fromEntries(
    [...Map.groupBy(calls, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  );
  const describe = ({ endpoint, who, like, status, hold }: Call): Cell[] => [
    ...[endpoint, who, like, status],
    ...[hold.processor.toFixed(1), hold.clock.toFixed(1)],
  ];
  const worstOf = [...Map.groupBy(byProcessor, ({ endpoint }) => endpoint).values()].flatMap(
    ([worst]) => worst ?? [],
  );
  const head = ['Endpoint', 'As', 'With', 'Status', 'Processor, ms', 'Clock, ms'];
  const table = [head, ...worstOf.slice(0, 12).map(describe)];
  for (const one of [...tooLong, ...failed]) console.error(describe(one).join(' | '));
  console.log(
    `${calls.length} calls, ${tooLong.length} over ${bar} ms, ${failed.length} failed`,
    statuses,
  );
  if (tooLong.length + failed.length > 0) process.exitCode = 1;
  if (options.only) return console.table(table.slice(1));
  const summary = {
    calls: calls.length,
    bar,
    tooLong: tooLong.length,
    failed: failed.length,
    statuses,
  };
  await record('hostile-text', { ...machine, ...summary, worst: worstOf.map(describe) }, table);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.connected) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await ask({ ask: 'stop' }).catch(() => {});
  await ended;
}
