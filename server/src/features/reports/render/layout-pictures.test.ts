import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { readDemoLayout } from '../../../demo/insert-lenders.ts';
import { readPdf } from '../../../testing/reports/pdf-text.ts';
import { reportCases } from '../../../testing/reports/report-cases.ts';
import { startReportRenderer } from './report-renderer.ts';

const renderer = startReportRenderer({ processes: 1, deadline: 60_000 });
afterAll(() => renderer.close());
const pictures = new URL('../../../../fixtures/report-layouts/', import.meta.url);

async function drawLayout(file: string, name: 'residence' | 'office') {
  const { [name]: document } = await reportCases();
  if (!document) throw new Error(`No case ${name}`);
  const { logo, ...layout } = await readDemoLayout(file);
  const png = logo === undefined ? undefined : Buffer.from(logo, 'base64');
  return renderer.render({ ...document, layout: { ...layout, ...(png && { logo: { png } }) } });
}

const readGrey = async (file: string | URL) =>
  sharp(await readFile(file))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });

/** Returns the pages as grey pixels at 36 dpi, so that tiny differences don't count. */
async function pagesOf(pdf: Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-layout-'));
  try {
    await writeFile(join(folder, 'report.pdf'), pdf);
    const drawing = ['-r', '36', '-png', 'report.pdf', 'page'];
    await promisify(execFile)('pdftoppm', drawing, { cwd: folder });
    const files = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return await Promise.all(files.map((name) => readGrey(join(folder, name))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

// Covers: report-layouts-2
test.each([
  ['yamuna', 'residence'],
  ['yamuna', 'office'],
  ['saraswat', 'residence'],
  ['saraswat', 'office'],
] as const)('the layout %s draws the %s report as its picture shows', async (layout, name) => {
  const { pdf, pages } = await drawLayout(`${layout}.json`, name);
  const drawn = await pagesOf(pdf);
  expect(drawn).toHaveLength(pages);
  for (const [index, { data, info }] of drawn.entries()) {
    const path = new URL(`${layout}-${name}-${index + 1}.png`, pictures);
    if (process.env.DRAW_LAYOUTS === 'on') {
      const { width, height } = info;
      const picture = sharp(data, { raw: { width, height, channels: 1 } });
      await writeFile(path, await picture.png().toBuffer());
    }
    const { data: expected } = await readGrey(path);
    expect(data).toHaveLength(expected.length);
    const apart = data.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0);
    expect(apart / data.length / 255).toBeLessThan(0.01);
  }
});

// Covers: report-layouts-1
test('a layout orders sections, hides and relabels fields, and has its own words', async () => {
  const { pdf } = await drawLayout('yamuna.json', 'residence');
  const { text } = await readPdf(pdf);
  for (const words of [
    ...['Residence FI Report', 'LOS No HL/2026/003187', 'FI status Recommended'],
    ...['Site photographs', 'Format YF/FI/07', 'Property of Yamuna Finance'],
  ]) {
    expect(text).toContain(words);
  }
  for (const words of ['Application Ref', 'Card No', 'Other Details', 'Admin decision']) {
    expect(text).not.toContain(words);
  }
  expect(text.indexOf('Verification Remarks')).toBeLessThan(text.indexOf('Basic Information'));
  expect(text.indexOf('Basic Information')).toBeLessThan(text.indexOf('Credit Information'));
});
