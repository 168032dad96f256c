import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { startServer } from '../../e2e/support/server.ts';
import { addClocks } from '../load/add-clocks.ts';
import { benchAdmins, benchPassword } from '../load/fill-database.ts';
import { amountsOf, defaultFolder, prepareFolder } from '../load/loaded-folder.ts';
import { signIn } from '../load/sign-in.ts';
import { describeMachine, record } from '../record.ts';
import { prepareWrites } from './background-writes.ts';
import { type Case, casesOf } from './cases.ts';
import { filterCases } from './filter-cases.ts';
import { type Fired, fire, type MakeRequest } from './fire.ts';
import type { FloorOrder } from './floor.ts';
import { usageOf } from './process-usage.ts';
import { recordStatements } from './record-statements.ts';
import { takeSample } from './take-sample.ts';
import { measureYardstick, type Yardstick } from './yardstick.ts';

const { values: options } = parseArgs({
  options: {
    applicants: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '32' },
    writes: { type: 'string', default: '20' },
    filters: { type: 'boolean', default: false },
    floor: { type: 'boolean', default: true },
    compare: { type: 'boolean', default: false },
  },
  allowNegative: true,
});
/** The number of open applicants. Filters and the board are measured in an office where most work is done. */
const open = options.filters ? 50_000 : undefined;
const amounts = amountsOf(Number(options.applicants), open);
const folder = options.data ?? defaultFolder(amounts.applicants, open);
const seconds = Number(options.seconds);
const clients = Number(options.clients);
const writes = Number(options.writes);

const database = (await databaseOf()) satisfies pg.PoolConfig;
const server = await startBenchServer();
const results: Awaited<ReturnType<typeof measure>>[] = [];
/**
 * The yardstick that was measured last. Each case lies between two measurements of the yardstick, because the
 * machine's load changes.
 */
let yardstick: Yardstick;
/** The CPU seconds that the server and its database use in a second with only background writes. */
let background: { server: number; database: number };
try {
  yardstick = await yardstickNow();
  const tokens: string[] = [];
  const tokenOf = async (email: string) =>
    (await signIn(server.address, email, benchPassword)).accessToken;
  for (const email of benchAdmins) tokens.push(await tokenOf(email));
  const sample = await takeSample(database, amounts.applicants);
  const writeInBackground =
    writes > 0 ? await prepareWrites(server.address, sample, tokens, tokenOf) : undefined;
  background = await measureBackground(writeInBackground);
  console.log(`a second of writes alone: ${JSON.stringify(background)}`);
  const all = options.filters ? filterCases(sample, await addClocks(database)) : casesOf(sample);
  const cases = all.filter(({ name }) => name.includes(options.only ?? ''));
  for (const one of cases) results.push(await measure(one, tokens, writeInBackground));
} finally {
  await server.stop();
}
await keep();

async function databaseOf(): Promise<pg.PoolConfig> {
  if (process.env.DATABASE_URL) return { connectionString: process.env.DATABASE_URL };
  await prepareFolder(folder, amounts);
  return { host: join(folder, 'database'), port: 5432, user: 'doorstep_app', database: 'doorstep' };
}

/** Starts the server like `npm start`. The database isn't empty, so no demo data is loaded. */
function startBenchServer() {
  const flags = process.env.BENCH_SERVER_FLAGS;
  return startServer(folder, {
    DEMO: 'on',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    ...(flags && { NODE_OPTIONS: flags }),
  });
}

async function yardstickNow(): Promise<Yardstick> {
  const measured = await measureYardstick(
    { connection: database, applicants: amounts.applicants },
    { clients, seconds: Math.max(2, seconds / 3), databasePid: await postmaster() },
  );
  console.log(`yardstick: ${JSON.stringify(measured)}`);
  return measured;
}

type WriteInBackground = Awaited<ReturnType<typeof prepareWrites>>;

async function measureBackground(writeInBackground: WriteInBackground | undefined) {
  const stopWriting = writeInBackground?.(writes);
  await sleep(2_000);
  const pids = [server.process.pid ?? 0, await postmaster()] as const;
  const before = await usage(...pids);
  await sleep(seconds * 1_000);
  const after = await usage(...pids);
  await stopWriting?.();
  return {
    server: (after.server.cpu - before.server.cpu) / seconds,
    database: (after.database.cpu - before.database.cpu) / seconds,
  };
}

async function measure(
  one: Case,
  tokens: string[],
  writeInBackground: WriteInBackground | undefined,
) {
  const port = Number(new URL(server.address).port);
  const make: MakeRequest = (turn) =>
    bytesOf(one.request(turn), tokens[turn % tokens.length] ?? '');
  const stopWriting = writeInBackground?.(writes);
  await fire(port, clients, Math.min(2, seconds), make);
  const [serverPid, databasePid] = [server.process.pid ?? 0, await postmaster()];
  const before = await usage(serverPid, databasePid);
  const fired = await fire(port, clients, seconds, (turn) => make(turn + 1_000_003));
  const after = await usage(serverPid, databasePid);
  const written = await stopWriting?.();
  if (fired.failures > 0) console.log(`${fired.failures} failures, first:\n${fired.firstFailure}`);
  const floor = options.floor && one.work ? await measureFloor(one) : undefined;
  const share = (now: number, then: number) => Math.round(((now - then) / seconds) * 100);
  const each = (part: 'server' | 'database') => {
    const used = after[part].cpu - before[part].cpu - background[part] * seconds;
    return Math.round((used / fired.requests) * 1e6);
  };
  const [server_, database_] = [each('server'), each('database')];
  const earlier = sumOf(yardstick);
  yardstick = await yardstickNow();
  const yardsticks = (server_ + database_) / ((earlier + sumOf(yardstick)) / 2);
  const result = {
    name: one.name,
    /**
     * The CPU time of a request in yardsticks, which makes results of machines of similar speed comparable.
     */
    yardsticks: Math.round(yardsticks * 10) / 10,
    isList: one.isList ?? false,
    ...rounded(fired),
    /** The writes during the measurement. Their CPU time is subtracted. */
    ...(written && { written }),
    floor: floor && { ...rounded(floor), microseconds: floor.microseconds },
    ofFloor: floor && Math.round((fired.perSecond / floor.perSecond) * 100) / 100,
    /** The CPU time of a request. Other programs on the machine distort this time far less than the rate. */
    microseconds: { server: server_, database: database_ },
    /** The CPU usage in per cent of one core. */
    cpu: {
      server: share(after.server.cpu, before.server.cpu),
      database: share(after.database.cpu, before.database.cpu),
      client: share(after.client, before.client),
    },
    memoryMb: {
      server: Math.round(after.server.memory),
      database: Math.round(after.database.memory),
    },
  };
  console.log(
    `${one.name}: ${result.yardsticks} yardsticks, ${result.perSecond}/s, p50 ${result.p50} ms, p99 ${result.p99} ms, ${result.ofFloor ?? '-'} of the floor's ${floor ? Math.round(floor.perSecond) : '-'}/s, µs ${server_} + ${database_} (floor ${floor ? `${floor.microseconds.server} + ${floor.microseconds.database}` : '-'}), cpu ${JSON.stringify(result.cpu)}, written ${JSON.stringify(written ?? {})}, MB ${JSON.stringify(result.memoryMb)}`,
  );
  return result;
}

function sumOf({ microseconds }: Yardstick): number {
  return microseconds.server + microseconds.database;
}

function rounded({ requests, failures, perSecond, p50, p99 }: Fired) {
  return {
    requests,
    failures,
    perSecond: Math.round(perSecond),
    p50: Math.round(p50 * 10) / 10,
    p99: Math.round(p99 * 10) / 10,
  };
}

function bytesOf({ method = 'GET', path, body }: ReturnType<Case['request']>, token: string) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = `${method} ${path.replaceAll(' ', '%20')} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`;
  return text === ''
    ? `${head}\r\n`
    : `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

async function usage(serverPid: number, databasePid: number) {
  const [whole, database_] = await Promise.all([usageOf(serverPid), usageOf(databasePid)]);
  const { user, system } = process.cpuUsage();
  // The embedded database is a child of the server, so its usage is subtracted.
  return {
    server: { cpu: whole.cpu - database_.cpu, memory: whole.memory - database_.memory },
    database: database_,
    client: (user + system) / 1e6,
  };
}

async function postmaster(): Promise<number> {
  const text = await readFile(join(folder, 'database', 'postmaster.pid'), 'utf8').catch(() => '0');
  return Number(text.split('\n')[0]);
}

/** Measures the floor: the same SQL statements, run by a bare HTTP server without application code. */
async function measureFloor({ work, vary }: Case) {
  if (!work) throw new Error('There is no floor without work');
  const statements = await recordStatements(database, work);
  const floor = fork(new URL('floor.ts', import.meta.url));
  try {
    const order: FloorOrder = { connection: database, statements, vary: vary ?? [] };
    floor.send(order);
    const [port] = (await once(floor, 'message')) as [number];
    const make = () => 'GET / HTTP/1.1\r\nhost: bench\r\n\r\n';
    await fire(port, clients, Math.min(2, seconds), make);
    const measured = () => Promise.all([usageOf(floor.pid ?? 0), postmaster().then(usageOf)]);
    const before = await measured();
    const fired = await fire(port, clients, seconds, make);
    const after = await measured();
    if (fired.failures > 0) console.log(`Floor: ${fired.firstFailure}`);
    const [server_ = 0, database_ = 0] = after.map(({ cpu }, index) =>
      Math.round(((cpu - (before[index]?.cpu ?? 0)) / fired.requests) * 1e6),
    );
    return { ...fired, microseconds: { server: server_, database: database_ } };
  } finally {
    floor.kill();
  }
}

async function keep(): Promise<void> {
  if (options.compare) await compareWithRecorded();
  if (options.only !== undefined || options.compare || options.filters) return;
  const result = { ...describeMachine(), amounts, clients, seconds, writes, yardstick, results };
  // Results of other sizes are only for comparison with the usual size.
  if (amounts.applicants !== 1_000_000) {
    const file = new URL(`../results/throughput-${amounts.applicants}.json`, import.meta.url);
    await writeFile(file, `${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  await compare();
  const rows = results.map((one) => [
    one.name,
    one.yardsticks,
    one.perSecond,
    one.p50,
    one.p99,
    one.floor?.perSecond ?? '-',
    one.ofFloor ?? '-',
    `${one.microseconds.server} + ${one.microseconds.database}`,
    one.floor ? `${one.floor.microseconds.server} + ${one.floor.microseconds.database}` : '-',
    `${one.memoryMb.server} + ${one.memoryMb.database}`,
  ]);
  await record('throughput', result, [
    [
      'Case',
      'Yardsticks',
      'Requests/s',
      'p50 ms',
      'p99 ms',
      'Floor/s',
      'Of floor',
      'CPU µs, server + database',
      'Floor’s CPU µs',
      'MB, server + database',
    ],
    ...rows,
  ]);
}

async function compare(): Promise<void> {
  const file = new URL('../results/throughput-10000.json', import.meta.url);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const small = JSON.parse(text) as { results: { name: string; p99: number }[] };
  for (const { name, p99, isList } of results) {
    const before = small.results.find((other) => other.name === name)?.p99;
    if (!isList || before === undefined) continue;
    console.log(
      `${name}: p99 ${before} ms with 10,000, now ${(p99 / before).toFixed(2)} times that`,
    );
  }
}

async function compareWithRecorded(): Promise<void> {
  const text = await readFile(new URL('../results/throughput.json', import.meta.url), 'utf8');
  const recorded = JSON.parse(text) as { results: { name: string; yardsticks?: number }[] };
  for (const { name, yardsticks } of results) {
    const before = recorded.results.find((other) => other.name === name)?.yardsticks;
    const change = before && Math.round((yardsticks / before - 1) * 100);
    console.log(
      `${name}: ${yardsticks} yardsticks, recorded ${before ?? '-'}${change === undefined ? '' : `, ${change > 0 ? '+' : ''}${change} %`}`,
    );
  }
}
