import { once } from 'node:events';
import type { Socket } from 'node:net';
// Real time: so many requests a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { sendHalf } from './half-sent.ts';

// This is a separate program. It sends half-sent requests to a port, at the given rate if possible, and
// reports how long that took.
const [port = 0, rate = 0, total = 0] = process.argv.slice(2).map(Number);

let [tried, failed] = [0, 0];
const start = performance.now();
for (let sent = 0; sent < total; ) {
  const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * rate));
  for (; sent < due; sent += 1) {
    void connected(sendHalf(port, sent));
  }
  await sleep(5);
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
