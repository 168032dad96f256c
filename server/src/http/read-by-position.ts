import type { Endpoint } from '@doorstep/contract/endpoint';
import { endpointRows } from '@doorstep/contract/endpoints';
import { positionHeader, readPosition, writePosition } from '@doorstep/contract/position';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Reading, Replica } from '../db/replica.ts';
import type { Database } from '../db/schema.ts';
import type { Platform } from '../platform.ts';

const header = positionHeader.toLowerCase();

/** What a replica may answer: the endpoints whose documentation names the header. */
const fromReplica = new Set<Endpoint>(
  endpointRows
    .filter(([, { optionalHeaders }]) => optionalHeaders && positionHeader in optionalHeaders)
    .map(([, { endpoint }]) => endpoint),
);

declare module 'fastify' {
  interface FastifyRequest {
    reading: Reading | undefined;
  }
  interface FastifyInstance {
    /** What a request to an endpoint reads from. */
    databaseFor: (request: FastifyRequest, endpoint: Endpoint) => Kysely<Database>;
  }
}

/** Lets a replica answer, where one is set, callers that say what they have seen; and says how far each answer goes. */
export function readByPosition(
  app: FastifyInstance,
  { db, replica }: Platform,
  registry: Registry,
): void {
  app.decorate('databaseFor', (request, endpoint) => {
    if (!replica || !fromReplica.has(endpoint)) return db;
    request.reading = replica.read(readPosition(request.headers[header]));
    return request.reading.db;
  });
  if (!replica) return;

  let watching: { close(): Promise<void> } | undefined;
  app.addHook('onReady', async () => {
    watching = replica.watch((line) => app.log.warn(line));
  });
  app.addHook('onClose', () => watching?.close());

  app.addHook('onSend', async (request, reply, payload) => {
    if (isTold(request, reply.statusCode)) {
      const position = await reach(request, replica);
      // Without one the caller goes by none, and that is right always.
      if (position !== undefined) reply.header(positionHeader, position);
    }
    return payload;
  });
  count(app, replica, registry);
}

/** Whoever changed something is told, and of the others who asks for it: it takes a question to the database. */
function isTold({ method, headers, signedIn }: FastifyRequest, status: number): boolean {
  if (method === 'GET') return signedIn !== undefined && headers[header] !== undefined;
  return signedIn !== undefined || status < 300;
}

async function reach({ reading }: FastifyRequest, replica: Replica): Promise<string | undefined> {
  if (reading?.cause === 'caught_up') return writePosition(reading.position);
  return replica.present().catch(() => undefined);
}

function count(app: FastifyInstance, replica: Replica, registry: Registry): void {
  const registers = [registry];
  const reads = new Counter({
    name: 'doorstep_reads_total',
    help: 'Requests that a replica may answer, by who did and why',
    labelNames: ['database', 'cause'],
    registers,
  });
  app.addHook('onResponse', async ({ reading }) => {
    if (!reading) return;
    const { cause } = reading;
    reads.inc({ database: cause === 'caught_up' ? 'replica' : 'primary', cause });
  });
  new Gauge({
    name: 'doorstep_replica_up',
    help: 'Whether the replica is read from',
    aggregator: 'min',
    registers,
    collect() {
      this.set(replica.state().isUp ? 1 : 0);
    },
  });
  for (const unit of ['bytes', 'seconds'] as const) {
    new Gauge({
      name: `doorstep_replica_lag_${unit}`,
      help: `How far the replica is behind the primary, in ${unit}`,
      aggregator: 'max',
      registers,
      collect() {
        const { lag } = replica.state();
        if (lag) this.set(lag[unit]);
        else this.remove();
      },
    });
  }
}
