import { startDemoServer } from '../../e2e/support/server.ts';
import { checkSpreadsheet } from '../../server/src/features/bulk-upload/child/check-spreadsheet.ts';
import { signInTo } from '../faults/office.ts';
import { percentilesOf } from '../percentile.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';
import { makeSpreadsheet } from './make-spreadsheet.ts';
import { watchMemory } from './process-memory.ts';

const runs = 5;
const rows = 81_000;
/** Between two calls of the list, ms: an office of a hundred turns pages that often. */
const pause = 20;

const machine = describeMachine();
const server = await startDemoServer({ isSecondStart: true });
try {
  const { headers } = await signInTo(server.address, 'superadmin@doorstep.test');
  const measured = [];
  for (let run = 1; run <= runs; run++) {
    const file = makeSpreadsheet(rows, run);
    const reading = performance.now();
    const { good } = await checkSpreadsheet(file);
    const readMs = performance.now() - reading;
    if (good !== rows) throw new Error(`Only ${good} of ${rows} rows were read as good`);

    const stopWatch = watchMemory(server.process.pid ?? 0);
    const stopList = keepListing(headers);
    const posting = performance.now();
    const stored = await upload(file, headers);
    const totalMs = performance.now() - posting;
    const list = await stopList();
    if (stored !== rows) throw new Error(`Only ${stored} of ${rows} rows were stored`);
    measured.push({ run, bytes: file.length, readMs, totalMs, list, memory: stopWatch() });
  }
  const run = { date: new Date().toISOString(), rows, machine };
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  await record('upload', { ...run, measured }, [
    [
      ...['Upload', 'File, MB', 'Read alone, s', 'Whole, s', 'Server, MB', 'Reader, MB'],
      ...['List p50, ms', 'List p99, ms'],
    ],
    ...measured.map(({ run: number, bytes, readMs, totalMs, list, memory }) => [
      ...[`${number}, after ${((number - 1) * rows).toLocaleString('en-US')} rows`],
      ...[(bytes / 1_048_576).toFixed(2), seconds(readMs), seconds(totalMs)],
      ...[memory.server, memory.child, list.median, list.p99],
    ]),
  ]);
} finally {
  await server.stop();
}

async function upload(file: Buffer, headers: Record<string, string>): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(file)]), 'applicants.xlsx');
  const answer = await fetch(`${server.address}/api/v1/bulk/bulk-upload/`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (!answer.ok) throw new Error(`The upload failed: ${await answer.text()}`);
  const { summary } = (await answer.json()) as { summary: { successful: number } };
  return summary.successful;
}

/** Asks for the list's first page over and over, until it is stopped; answers how long that took. */
function keepListing(headers: Record<string, string>) {
  const times: number[] = [];
  let running = true;
  const done = (async () => {
    while (running) {
      const asked = performance.now();
      const answer = await fetch(`${server.address}/api/v1/applicants/`, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The list answered ${answer.status}`);
      times.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  })();
  return async () => {
    running = false;
    await done;
    return { ...describeNumbers(times), p99: Math.round(percentilesOf(times)(0.99)) };
  };
}
