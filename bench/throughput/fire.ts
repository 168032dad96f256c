import { connect, type Socket } from 'node:net';
import { percentilesOf } from '../percentile.ts';

export type MakeRequest = (turn: number) => string;

export interface Fired {
  requests: number;
  failures: number;
  firstFailure: string | undefined;
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * Keeps connections busy for a number of seconds, with one request at a time on each connection. Reads as
 * little of an answer as possible, because the client shares the machine with the measured server.
 */
export async function fire(
  port: number,
  connections: number,
  seconds: number,
  make: MakeRequest,
): Promise<Fired> {
  const times: number[] = [];
  let failures = 0;
  let firstFailure: string | undefined;
  let turn = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  const ask = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let sent = 0;
      let received: Buffer[] = [];
      let missing = -1;
      const send = () => {
        if (performance.now() >= end) {
          socket.destroy();
          resolve();
          return;
        }
        sent = performance.now();
        missing = -1;
        received = [];
        socket.write(make(turn++));
      };
      socket.on('data', (chunk: Buffer) => {
        if (missing < 0) {
          received.push(chunk);
          const bytes = received.length === 1 ? chunk : Buffer.concat(received);
          const head = bytes.indexOf('\r\n\r\n');
          if (head < 0) return;
          const header = bytes.toString('latin1', 0, head);
          const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0);
          missing = head + 4 + length - bytes.length;
          if (!/^HTTP\/1.1 2/.test(header)) {
            failures += 1;
            firstFailure ??= bytes.toString('utf8').slice(0, 1500);
          }
        } else missing -= chunk.length;
        if (missing > 0) return;
        times.push(performance.now() - sent);
        send();
      });
      socket.once('error', reject);
      socket.once('close', () => resolve());
      socket.once('connect', send);
    });

  await Promise.all(
    Array.from({ length: connections }, () =>
      ask(connect({ port, host: '127.0.0.1', noDelay: true })),
    ),
  );
  const elapsed = (Math.max(performance.now(), end) - started) / 1000;
  const at = percentilesOf(times);
  return {
    requests: times.length,
    failures,
    firstFailure,
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
  };
}
