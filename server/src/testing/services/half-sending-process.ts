import { setTimeout as sleep } from 'node:timers/promises';
import { sendHalf } from './half-sent.ts';

// Run by itself: sends so many half-sent requests to a port, so many a second if it can, and says how long that took.
const [port = 0, rate = 0, total = 0] = process.argv.slice(2).map(Number);

let connected = 0;
const start = performance.now();
for (let sent = 0; sent < total; ) {
  const due = Math.min(total, Math.ceil(((performance.now() - start) / 1000) * rate));
  for (; sent < due; sent += 1) {
    sendHalf(port, sent).once('connect', () => {
      connected += 1;
      if (connected === total) end();
    });
  }
  await sleep(5);
}

function end(): void {
  process.send?.({ seconds: (performance.now() - start) / 1000 });
  // What is still open is broken off.
  process.disconnect?.();
  process.exit();
}
