import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry } from 'prom-client';
import { CannotStart } from '../../db/cannot-start.ts';
import type { Connection } from '../../db/prepare-connection.ts';
import { connectionsPerProcess } from './connections-per-process.ts';

/** The first message to a worker. Later messages are `stop`, and requests for metrics. */
export interface ToWorker {
  connection: Connection;
}
export type FromWorker = { address: string } | { failure: string };

/** The maximum number of worker exits in a minute. The server stops at the next exit. */
const mostDeaths = 5;
const minute = 60_000;
const pause = 250;

interface Wanted {
  processes: number;
  connection: Connection;
  say: (line: string) => void;
  /** Called if workers exit so often that replacing them makes no sense. */
  onGivingUp: () => void;
}

export async function runWorkers({ processes, connection, say, onGivingUp }: Wanted) {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./worker.ts', import.meta.url)), args: [] });
  const work: ToWorker = { connection: { ...connection, max: connectionsPerProcess(processes) } };
  const workers = new Set<Worker>();
  let deaths: number[] = [];
  let isUp = false;
  let isClosing = false;

  async function begin(): Promise<string> {
    const worker = cluster.fork();
    workers.add(worker);
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      if (isUp && !isClosing) replace(worker, signal ?? code);
    });
    worker.send(work);
    const answer = await Promise.race([
      answerOf(worker),
      once(worker, 'exit').then(() => ({ failure: 'A process exited before it was ready' })),
    ]);
    if ('failure' in answer) throw new CannotStart(answer.failure);
    return answer.address;
  }

  function replace(worker: Worker, cause: string | number): void {
    const now = Date.now();
    deaths = [...deaths.filter((at) => now - at < minute), now];
    if (deaths.length > mostDeaths) {
      say(`Processes keep exiting (${cause}). Doorstep stops; its log says why they exited.`);
      isClosing = true;
      onGivingUp();
      return;
    }
    say(`Process ${worker.process.pid} exited (${cause}); another one replaces it.`);
    // Ignores the error, because the exit of the process is logged.
    setTimeout(() => isClosing || begin().catch(() => {}), pause);
  }

  async function close(): Promise<void> {
    isClosing = true;
    await Promise.all(
      [...workers].map(async (worker) => {
        const ended = once(worker, 'exit');
        if (worker.isConnected()) worker.send('stop');
        await ended;
      }),
    );
  }

  const metrics = new AggregatorRegistry();
  try {
    const started = await Promise.all(Array.from({ length: processes }, begin));
    isUp = true;
    return {
      address: started[0] ?? '',
      /** The metrics of all workers: sums, or averages if a sum has no meaning. */
      metrics: { contentType: metrics.contentType, metrics: () => metrics.clusterMetrics() },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Returns the address or the failure that the worker reports. Ignores other messages, because they are
 * metrics.
 */
function answerOf(worker: Worker): Promise<FromWorker> {
  return new Promise((resolve) => {
    const listen = (message: FromWorker) => {
      if (!('address' in message || 'failure' in message)) return;
      worker.off('message', listen);
      resolve(message);
    };
    worker.on('message', listen);
  });
}
