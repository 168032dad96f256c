import { startDemoServer } from '../../e2e/support/server.ts';
import { checkSpreadsheet } from '../../server/src/testing/spreadsheets/check-spreadsheet.ts';
import { convertSpreadsheet } from '../../server/src/testing/spreadsheets/convert-spreadsheet.ts';
import { signInTo } from '../faults/office.ts';
import { percentilesOf } from '../percentile.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';
import { makeSpreadsheet } from './make-spreadsheet.ts';
import { watchMemory } from './process-memory.ts';

const runs = 5;
const rows = 81_000;
/** The milliseconds between two requests for the list. An office with 100 users turns pages that often. */
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

    const trying = performance.now();
    const { counts } = await send('try', file, headers);
    const triedMs = performance.now() - trying;
    if (counts?.new !== rows) throw new Error(`Only ${counts?.new} of ${rows} rows were new`);

    const stopWatch = watchMemory(server.process.pid ?? 0);
    const stopList = pollList(headers);
    const posting = performance.now();
    const { summary, upload_id } = await send('bulk-upload', file, headers);
    const stored = summary?.successful;
    const totalMs = performance.now() - posting;
    const list = await stopList();
    if (stored !== rows) throw new Error(`Only ${stored} of ${rows} rows were stored`);
    const undoing = performance.now();
    if (run === runs) await undo(upload_id, headers);
    const undoneMs = run === runs ? performance.now() - undoing : undefined;
    const times = { readMs, triedMs, totalMs, undoneMs };
    measured.push({ run, bytes: file.length, ...times, list, memory: stopWatch() });
  }
  const others = [];
  // For .xlsb, .ods and .xls, the number of rows that fit into 5 MB. A .csv may have 20 MB.
  const counts = { csv: rows, xlsb: 37_000, ods: 22_000, xls: 13_500 };
  for (const [format, count] of Object.entries(counts)) {
    const file = convertSpreadsheet(
      makeSpreadsheet(count, runs + 1),
      format as keyof typeof counts,
    );
    const trying = performance.now();
    const { counts: found } = await send('try', file, headers);
    if (found?.new !== count) throw new Error(`Only ${found?.new} rows of ${format} were new`);
    others.push({ format, count, bytes: file.length, triedMs: performance.now() - trying });
  }
  const run = { date: new Date().toISOString(), rows, machine };
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  await record('other-formats', { ...run, others }, [
    ['Format', 'Rows', 'File, MB', 'Tried, s'],
    ...others.map(({ format, count, bytes, triedMs }) => [
      ...[format, count, (bytes / 1_048_576).toFixed(2), seconds(triedMs)],
    ]),
  ]);
  await record('upload', { ...run, measured }, [
    [
      ...['Upload', 'File, MB', 'Read alone, s', 'Tried, s', 'Whole, s', 'Undone, s'],
      ...['Server, MB', 'Reader, MB', 'List p50, ms', 'List p99, ms'],
    ],
    ...measured.map(({ run: number, bytes, readMs, triedMs, totalMs, undoneMs, list, memory }) => [
      ...[`${number}, after ${((number - 1) * rows).toLocaleString('en-US')} rows`],
      ...[(bytes / 1_048_576).toFixed(2), seconds(readMs), seconds(triedMs), seconds(totalMs)],
      undoneMs === undefined ? '-' : seconds(undoneMs),
      ...[memory.server, memory.child, list.median, list.p99],
    ]),
  ]);
} finally {
  await server.stop();
}

async function send(call: 'try' | 'bulk-upload', file: Buffer, headers: Record<string, string>) {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(file)]), 'applicants.xlsx');
  const answer = await fetch(`${server.address}/api/v1/bulk/${call}/`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (!answer.ok) throw new Error(`The call failed: ${await answer.text()}`);
  return (await answer.json()) as {
    upload_id: number;
    summary?: { successful: number };
    counts?: { new: number };
  };
}

async function undo(upload: number, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(`${server.address}/api/v1/bulk/uploads/${upload}/undo/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`Undoing failed: ${await answer.text()}`);
}

function pollList(headers: Record<string, string>) {
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
