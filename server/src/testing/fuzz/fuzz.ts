import { Agent, request } from 'node:http';
import { ErrorBody } from '@doorstep/contract/wire/errors';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../db/schema.ts';
import { seeded } from '../../demo/seeded.ts';
import type { OpenApiDocument } from '../../http/openapi/document.ts';
import { type FuzzRequest, malform, operationsOf, pick } from './malformed.ts';
import { unchangedState } from './unchanged-state.ts';

export interface Fuzzing {
  address: string;
  document: OpenApiDocument;
  db: Kysely<Database>;
  /**
   * Returns the headers of a signed-in caller of a role. Called several times for a role, because a request
   * may end the caller's session.
   */
  signIn: (role: string) => Promise<Record<string, string>>;
  known: readonly string[];
  count: number;
  seed: number;
}

export interface Tally {
  sent: number;
  statuses: Record<string, number>;
  /** The requests in batches in which the server accepted no change. Such a batch must not change a row. */
  comparedByRows: number;
  slowest: { ms: number; operation: string };
  defects: string[];
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  ms: number;
}

const roles = ['nobody', 'broken', 'agent', 'admin', 'superadmin'] as const;
const brokenTokens = [
  'Bearer',
  'Bearer x',
  'Bearer a.b.c',
  'Basic YTpi',
  `Bearer ${'y'.repeat(7000)}`,
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  'bearer null',
];
const batch = 20;

export async function fuzz(fuzzing: Fuzzing): Promise<Tally> {
  const { address, document, db, known, count } = fuzzing;
  const random = seeded(fuzzing.seed).next;
  const operations = operationsOf(document);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const callers = new Map<string, Record<string, string>>();
  const tally: Tally = {
    sent: 0,
    statuses: {},
    comparedByRows: 0,
    slowest: { ms: 0, operation: '' },
    defects: [],
  };

  for (let round = 0; tally.sent < count; round += 1) {
    const plans = Array.from({ length: Math.min(batch, count - tally.sent) }, (_, at) => {
      const operation =
        operations[(tally.sent + at) % operations.length] ?? pick(random, operations);
      return { sent: malform(random, operation, known), role: pick(random, roles) };
    });
    for (const role of new Set(plans.map((plan) => plan.role))) {
      if (role === 'nobody' || role === 'broken') continue;
      // Signs in again regularly, because some requests end the caller's own session or account. This is
      // not a defect.
      if (!callers.has(role) || round % 5 === 0) callers.set(role, await fuzzing.signIn(role));
    }
    const before = await unchangedState(db);
    const answers = await Promise.all(
      plans.map(async ({ sent, role }) => {
        const broken = {
          authorization: pick(random, brokenTokens),
          cookie: 'doorstep_session=%00; a',
        };
        const credentials = role === 'broken' ? broken : callers.get(role);
        const headers = { ...sent.headers, ...credentials };
        return { sent, role, answer: await send(agent, address, { ...sent, headers }) };
      }),
    );
    let granted = 0;
    for (const { sent, role, answer } of answers) {
      tally.sent += 1;
      const status = String(answer.status);
      tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
      const { operation } = sent;
      if (answer.ms > tally.slowest.ms) tally.slowest = { ms: Math.round(answer.ms), operation };
      if (answer.status < 400 && sent.method !== 'GET' && sent.method !== 'HEAD') granted += 1;
      const wrong = judge(sent, answer);
      if (wrong)
        tally.defects.push(
          `${wrong}: ${sent.method} ${sent.path.slice(0, 120)} (${sent.operation}, ${sent.trick}) as ${role}: ${answer.body.slice(0, 200)} <- ${String(sent.body ?? '').slice(0, 200)}`,
        );
    }
    const now = await unchangedState(db);
    if (granted === 0) {
      tally.comparedByRows += answers.length;
      const changed = Object.keys(now).filter((table) => now[table] !== before[table]);
      if (changed.length > 0) {
        const which = answers.map(({ sent, answer }) => `${sent.operation} ${answer.status}`);
        tally.defects.push(`rejected, yet ${changed.join(', ')} changed: ${which.join(', ')}`);
      }
    }
  }
  agent.destroy();
  return tally;
}

function judge({ method }: FuzzRequest, { status, headers, body }: Answer): string | undefined {
  if (status === 0) return `no answer`;
  // A 503 under overload is a correct answer. The tally counts it.
  if (status >= 500 && status !== 503) return `a ${status}`;
  if (status < 400 || method === 'HEAD') return undefined;
  if (!String(headers['content-type']).startsWith('application/json'))
    return `a ${status} that is ${headers['content-type']}`;
  try {
    const read = z.parse(ErrorBody, JSON.parse(body));
    if (read.detail !== read.message || read.request_id === '')
      return 'an error body that disagrees';
  } catch {
    return `a ${status} without the error body`;
  }
  return undefined;
}

function send(
  agent: Agent,
  address: string,
  { method, path, headers, body }: FuzzRequest,
): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, answered: Answer['headers'], text: string) =>
      resolve({ status, headers: answered, body: text, ms: performance.now() - began });
    const { hostname, port } = new URL(address);
    // Replaces characters that Node's client can't send.
    const safeHeaders = Object.entries(headers).map(([name, value]) => [
      ...[name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')],
    ]);
    if (body) safeHeaders.push(['content-length', String(body.length)]);
    const safe = {
      path: path.replace(/[^\x21-\xff]/g, '_'),
      headers: Object.fromEntries(safeHeaders),
    };
    const call = request(
      { agent, host: hostname, port, method, timeout: 60_000, ...safe },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          if (text.length < 10_000) text += chunk;
        });
        answer.on('end', () => end(answer.statusCode ?? 0, answer.headers, text));
        answer.on('error', (error) => end(0, {}, error.message));
      },
    );
    call.on('timeout', () => call.destroy(new Error('timed out')));
    call.on('error', (error) => end(0, {}, error.message));
    call.end(body);
  });
}
