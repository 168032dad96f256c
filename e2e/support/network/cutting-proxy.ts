import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * When the proxy cuts the connection. `request`: while the request is sent. `answer`: before the answer.
 * `middle`: in the middle of the answer. With `silence`, the connection stays open but passes no data.
 */
type Place = 'request' | 'answer' | 'middle' | 'silence';

export interface CuttingProxy {
  address: string;
  /** Cuts the connection of the next request that begins with `start`. */
  cutNext(start: string, place: Place): void;
  /** Passes no data from now on, without an error, like a phone without reception. */
  blackhole(): void;
  /** Forwards new connections again, and closes the earlier connections. */
  restore(): void;
  /** Limits the bytes per second that a client can send on each connection. Default: no limit. */
  throttle(bytesPerSecond: number): void;
  stop(): void;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  let armed: { start: string; place: Place } | undefined;
  let isDark = false;
  let upPerSecond = Infinity;
  const open = new Set<Socket>();

  const proxy = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    if (isDark) return void client.on('error', () => {}).resume();
    const server = connect(Number(port), hostname);
    let place: Place | undefined;
    let passed = 0;
    const cut = () => {
      client.resetAndDestroy();
      server.destroy();
    };
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (chunk) => {
      if (isDark) return;
      if (upPerSecond !== Infinity) {
        client.pause();
        // Real time: simulates a slow network.
        setTimeout(() => client.resume(), (1000 * chunk.length) / upPerSecond);
      }
      if (armed && chunk.toString('latin1').startsWith(armed.start)) {
        place = armed.place;
        armed = undefined;
        if (place === 'request') {
          // Forwards only the headers and the first 36 bytes of the body.
          const bytes = Buffer.from(chunk);
          server.write(bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 40));
          // Real time: gives the server time to read what arrived.
          setTimeout(cut, 100);
          return;
        }
      }
      if (place !== 'request' && place !== 'silence') server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (isDark || place === 'silence') return;
      if (place === 'answer') return cut();
      passed += chunk.length;
      client.write(chunk);
      if (place === 'middle' && passed > 2_000) {
        server.pause();
        // Real time: gives the client time to read what arrived.
        setTimeout(cut, 50);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cutNext: (start, place) => {
      armed = { start, place };
    },
    blackhole: () => {
      isDark = true;
    },
    restore: () => {
      isDark = false;
      for (const socket of open) socket.destroy();
    },
    throttle: (bytesPerSecond) => {
      upPerSecond = bytesPerSecond;
    },
    stop: () => {
      proxy.close();
      for (const socket of open) socket.destroy();
    },
  };
}
