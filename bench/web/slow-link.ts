import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Link {
  /** The kilobits a second towards the phone, for all connections together. */
  kbits: number;
  /** The time from the phone to the server and back, in milliseconds. A new connection takes one more round trip. */
  roundTrip: number;
}

export interface SlowLink {
  address: string;
  stop(): void;
}

/**
 * Starts a proxy that is as slow as a mobile network. It also slows down the requests of service workers and
 * of the browser itself.
 */
export async function startSlowLink(target: string, { kbits, roundTrip }: Link): Promise<SlowLink> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  /** The time when the line will have sent all data so far, on the clock of `performance`. */
  let freeAt = 0;

  const proxy = createServer((phone) => {
    const server = connect(Number(port), hostname);
    for (const end of [phone, server]) {
      open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        open.delete(end);
        phone.destroy();
        server.destroy();
      });
    }
    const opened = performance.now() + roundTrip;
    const up = inOrder(server);
    phone.on('data', (sent) => {
      up(Buffer.from(sent), Math.max(opened, performance.now()) + roundTrip / 2);
    });
    const down = inOrder(phone);
    server.on('data', (sent) => {
      const bytes = Buffer.from(sent);
      for (let from = 0; from < bytes.length; from += packet) {
        const part = bytes.subarray(from, from + packet);
        freeAt = Math.max(freeAt, performance.now()) + (part.length * 8) / kbits;
        down(part, freeAt + roundTrip / 2);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop: () => {
      proxy.close();
      for (const end of open) end.destroy();
    },
  };
}

const packet = 1_400;

/**
 * Writes to a socket at given, increasing times. `waiting` keeps the data in order even if two timers of the
 * same millisecond run in the wrong order.
 */
function inOrder(socket: Socket): (bytes: Buffer, at: number) => void {
  const waiting: Buffer[] = [];
  return (bytes, at) => {
    waiting.push(bytes);
    setTimeout(
      () => {
        const next = waiting.shift();
        if (next && !socket.destroyed) socket.write(next);
      },
      Math.max(0, at - performance.now()),
    );
  };
}
