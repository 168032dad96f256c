import { once } from 'node:events';
import { AggregatorRegistry } from 'prom-client';
import { readConfig } from '../../config.ts';
import { reasonOf } from '../failure-reason.ts';
import { type Closers, openPlatform, serve } from '../open-platform.ts';
import type { FromWorker, ToWorker } from './run-workers.ts';

// This is one of several processes of a server. It answers requests and runs the jobs of `workOfEachProcess`.
// The first process does everything else.

const report = (message: FromWorker) => process.send?.(message);
const closers: Closers = [];

// Ignores the signals of Ctrl-C and of a shutdown, which may reach all processes: the first process decides
// when a worker stops.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.once('disconnect', () => void stop(0));

async function stop(code: number): Promise<void> {
  setTimeout(() => process.exit(code), 10_000).unref();
  for (const close of closers.reverse()) await close().catch(() => {});
  process.exit(code);
}

const reports = { processes: 1 };

async function start({ connection }: ToWorker): Promise<void> {
  const config = readConfig();
  const platform = await openPlatform(config, connection, closers, reports);
  const { address, metrics } = await serve(platform, config, closers);
  // Sends this worker's metrics when the first process asks for them.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics]);
  report({ address });
}

const [work] = (await once(process, 'message')) as [ToWorker];
process.on('message', (message) => message === 'stop' && void stop(0));
try {
  await start(work);
} catch (error) {
  report({ failure: reasonOf(error) });
  await stop(1);
}
