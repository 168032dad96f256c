import { AsyncLocalStorage } from 'node:async_hooks';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Milliseconds for which nothing else is answered that are worth a warning. */
const longHold = 200;
const underWay = new AsyncLocalStorage<FastifyBaseLogger>();

/** A statement that took long, as it was written: its parameters are not told. */
export interface SlowStatement {
  sql: string;
  milliseconds: number;
}

/** Warns of a slow statement in the log of the request that it is for; `otherwise` where it is for none. */
export function tellSlowStatement(
  { sql, milliseconds }: SlowStatement,
  otherwise?: FastifyBaseLogger,
): void {
  const statement = sql.replace(/\s+/g, ' ').trim().slice(0, 500);
  const log = underWay.getStore() ?? otherwise;
  log?.warn({ statement, milliseconds: Math.round(milliseconds) }, 'slow statement');
}

/** Lets slow statements be told with the request they are for, and warns when the event loop is held up. */
export function watchSlowness(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => underWay.run(request.log, done));

  const delay = monitorEventLoopDelay({ resolution: 20 });
  const checks = setInterval(() => {
    const milliseconds = Math.round(delay.max / 1e6);
    delay.reset();
    if (milliseconds > longHold) app.log.warn({ milliseconds }, 'the event loop was held up');
  }, 1_000).unref();
  app.addHook('onReady', async () => void delay.enable());
  app.addHook('onClose', async () => {
    clearInterval(checks);
    delay.disable();
  });
}
