import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
// Real time: sends a given number of requests a second.
import { setTimeout as sleep } from 'node:timers/promises';

// This is a separate program. It sends incomplete requests to a port, at the given rate if possible, and
// reports how long the sending took.
const [port = 0, rate = 0, total = 0] = process.argv.slice(2).map(Number);

let [tried, failed] = [0, 0];
const start = performance.now();
for (let sent = 0; sent < total; ) {
  const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * rate));
  for (; sent < due; sent += 1) {
    void connected(sendHalf(sent));
  }
  await sleep(5);
}

/** Sends the first 130 bytes of a request whose body is never completed. */
function sendHalf(number: number): Socket {
  const path = `/api/v1/auth/${number % 2 === 0 ? 'token/refresh' : 'second-factor'}/`;
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n`;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.resume().write(`${head}{"re`.padEnd(130));
  return socket;
}

async function connected(socket: Socket): Promise<void> {
  await once(socket, 'connect').catch(() => {
    failed += 1;
  });
  tried += 1;
  if (tried === total) end();
}

function end(): void {
  process.send?.({ seconds: (performance.now() - start) / 1000, failed });
  // Closes the connections that are still open, by ending the process.
  process.disconnect?.();
  process.exit();
}
