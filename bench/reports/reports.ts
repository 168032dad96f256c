import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { loadReportPhotos } from '../../server/src/features/reports/render/load-photos.ts';
import { startReportRenderer } from '../../server/src/features/reports/render/report-renderer.ts';
import type { ReportDocument } from '../../server/src/platform/reports.ts';
import { localBlobStore } from '../../server/src/storage/blobs/local-blob-store.ts';
import { pictureKey } from '../../server/src/storage/photos/photo-keys.ts';
import { reportCases } from '../../server/src/testing/reports/report-cases.ts';
import { describeMachine, describeNumbers, record } from '../record.ts';
import { chromiumRival, pdfkitRival } from './report-rivals.ts';

const many = Number(process.argv[2] ?? 2_000);
const machine = describeMachine();
const folder = await mkdtemp(join(tmpdir(), 'doorstep-reports-'));
const blobs = localBlobStore(folder);
// With these limits no report is rejected, however busy the machine is.
const longer = { deadline: 60_000, longestWait: 60_000, queue: 1_000 };
const renderer = startReportRenderer({ processes: 2, ...longer });
const { residence } = await reportCases();
if (!residence) throw new Error('The report is missing');
const facts = await takePhotos();

/** The number of reports made. Each report is different, because the engine caches what it has just drawn. */
let made = 0;
function another(photos: ReportDocument['photos']): ReportDocument {
  const { values, ...rest } = residence as ReportDocument;
  const number = ++made;
  const changed = {
    applicationRefNo: `HL/2026/${number}`,
    applicantName: `${values.applicantName} ${number}`,
    verifierRemarks: `${values.verifierRemarks} Visit ${number}.`,
  };
  return { ...rest, values: { ...values, ...changed }, photos, version: number };
}

async function make(): Promise<Uint8Array> {
  const photos = await loadReportPhotos(blobs, facts);
  return (await renderer.render(another(photos))).pdf;
}

async function time(runs: number, work: () => Promise<unknown>, before = async () => {}) {
  const times: number[] = [];
  for (let run = -2; run < runs; run++) {
    await before();
    const start = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - start);
  }
  return describeNumbers(times);
}

/** Draws eight photos of 12 megapixels with as much detail as a phone's photos, 3 to 4 MB each. */
async function takePhotos() {
  const photos = Array.from({ length: 8 }, (_, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    sha256: '',
    width: 4000,
    height: 3000,
    takenAt: '2026-03-14T11:20:00+05:30',
    latitude: 19.07283,
    longitude: 72.88261,
  }));
  for (const [index, { id }] of photos.entries()) {
    await blobs.put(pictureKey('photo', id, 'original'), await takePhoto(index));
  }
  return photos;
}

async function takePhoto(index: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 100 + 8 * index, sigma: 18 } as const;
  const create = { width: 4000, height: 3000, channels: 3, noise, background: 'grey' } as const;
  // Adds coarse grain to the fine grain, because only coarse grain remains after scaling down.
  const coarse = await sharp({ create: { ...create, width: 500, height: 375 } })
    .resize(4000, 3000)
    .png()
    .toBuffer();
  return sharp({ create })
    .composite([{ input: coarse, blend: 'soft-light' }])
    .jpeg({ quality: 82 })
    .toBuffer();
}

async function forgetSizes() {
  for (const { id } of facts) await blobs.delete(pictureKey('photo', id, 'report'));
}

/** Reads the resident memory in MB of this process and of its drawing processes (Linux only). */
async function readMemory() {
  const resident = async (pid: string | number) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const isDrawing =
      pid === process.pid ||
      (new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status) &&
        status.startsWith('Name:\tnode'));
    return isDrawing ? Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024 : 0;
  };
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const drawing = processes.filter((pid) => Number(pid) !== process.pid);
  const sizes = await Promise.all(drawing.map(resident));
  return {
    server: Math.round(await resident(process.pid)),
    processes: Math.round(sizes.reduce((sum, size) => sum + size, 0)),
  };
}

async function makeMany() {
  const lag = monitorEventLoopDelay({ resolution: 1 });
  const memory: { reports: number; server: number; processes: number }[] = [];
  let next = 0;
  lag.enable();
  const start = performance.now();
  const work = async () => {
    while (next < many) {
      const number = ++next;
      await make();
      if (number % Math.ceil(many / 10) === 0)
        memory.push({ reports: number, ...(await readMemory()) });
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  const seconds = (performance.now() - start) / 1000;
  lag.disable();
  const milliseconds = (share: number) => Math.round(lag.percentile(share) / 1e5) / 10;
  return {
    perSecond: Math.round((many / seconds) * 10) / 10,
    lag: { p50: milliseconds(50), p99: milliseconds(99), max: milliseconds(100) },
    memory,
  };
}

try {
  const fresh = await time(10, make, forgetSizes);
  const derived = await time(40, make);
  const size = (await make()).length;
  const throughput = await makeMany();
  const photos = await loadReportPhotos(blobs, facts);
  const rivals = [];
  for (const rival of [await chromiumRival(), pdfkitRival()]) {
    const drawn = await time(8, () => rival.draw({ ...residence, photos }));
    rivals.push({ name: rival.name, ...drawn });
    await rival.close();
  }
  const engine = await time(20, () => renderer.render(another(photos)));
  const result = {
    date: new Date().toISOString(),
    machine,
    fresh,
    derived,
    size,
    throughput,
    engine,
    rivals,
  };
  const { perSecond, lag, memory } = throughput;
  const [early, last] = [memory[1], memory.at(-1)];
  await record('reports', result, [
    ['A report with 8 photos', 'Target', 'Median', 'p95'],
    ['Photos of 12 MP fresh from the phone, ms', 350, fresh.median, fresh.p95],
    ['Photos already sized, ms', 60, derived.median, derived.p95],
    ['Reports a second, two processes', 30, perSecond, '-'],
    ['Wait of the server’s main loop meanwhile, p99, ms', 20, lag.p99, '-'],
    [
      `Server and its processes, MB, after ${early?.reports ?? 0} reports`,
      '-',
      (early?.server ?? 0) + (early?.processes ?? 0),
      '-',
    ],
    [
      `The same after ${last?.reports ?? 0}`,
      'same',
      (last?.server ?? 0) + (last?.processes ?? 0),
      '-',
    ],
    ['File, KB', 1500, Math.round(size / 1024), '-'],
    ['Drawing alone: Typst, tagged, ms', '-', engine.median, engine.p95],
    ...rivals.map(({ name, median, p95 }) => [`Drawing alone: ${name}, ms`, '-', median, p95]),
  ]);
} finally {
  await renderer.close();
  await rm(folder, { recursive: true, force: true });
}
