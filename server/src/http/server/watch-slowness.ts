import { AsyncLocalStorage } from 'node:async_hooks';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** If the event loop is blocked for longer than this time in milliseconds, the block is logged. */
const longHold = 200;
const underWay = new AsyncLocalStorage<FastifyBaseLogger>();

/** A slow statement, without its parameters, because these may contain personal data. */
export interface SlowStatement {
  sql: string;
  milliseconds: number;
}

export function logSlowStatement(
  { sql, milliseconds }: SlowStatement,
  otherwise?: FastifyBaseLogger,
): void {
  const statement = sql.replace(/\s+/g, ' ').trim().slice(0, 500);
  const log = underWay.getStore() ?? otherwise;
  log?.warn({ statement, milliseconds: Math.round(milliseconds) }, 'slow statement');
}

export function watchSlowness(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _, done) => underWay.run(request.log, done));

  const delay = monitorEventLoopDelay({ resolution: 100 });
  const checks = setInterval(() => {
    const milliseconds = Math.round(delay.max / 1e6);
    delay.reset();
    if (milliseconds > longHold) app.log.warn({ milliseconds }, 'the event loop was blocked');
  }, 1_000).unref();
  app.addHook('onReady', async () => void delay.enable());
  app.addHook('onClose', async () => {
    clearInterval(checks);
    delay.disable();
  });
}
