import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../../testing/reports/pdf-text.ts';
import { reportCases } from '../../../testing/reports/report-cases.ts';
import { startReportRenderer } from './report-renderer.ts';

const names = ['residence', 'office', 'six-scripts', 'long', 'twelve-photos', 'bare'];
const drawn = new Map<string, Buffer>();
const drawnCase = (name: string) => drawn.get(name) ?? Buffer.alloc(0);

beforeAll(async () => {
  const renderer = startReportRenderer({ deadline: 30_000, longestWait: 30_000 });
  const cases = Object.entries(await reportCases());
  await Promise.all(
    cases.map(async ([name, document]) => {
      drawn.set(name, Buffer.from((await renderer.render(document)).pdf));
    }),
  );
  await renderer.close();
}, 120_000);

test.each(names)('%s is tagged, titled and in a language, by PDF/UA-1', async (name) => {
  const pdf = drawnCase(name);
  const plain = pdf.toString('latin1');
  expect(plain).toMatch(/pdfuaid:part>1</);
  expect(plain).toMatch(/\/MarkInfo\s*<<\s*\/Marked true/);
  for (const tag of ['StructTreeRoot', 'S /H1', 'S /Title', 'DisplayDocTitle true']) {
    expect(plain, tag).toContain(tag);
  }
  const figures = plain.match(/\/S \/Figure\b/g) ?? [];
  const described = plain.match(/\/Alt [(<]/g) ?? [];
  expect(described.length).toBeGreaterThanOrEqual(figures.length);
  expect((await readPdf(pdf)).language).toBe('en-IN');
});

test.each(names)('%s has its fonts embedded, reduced to what it uses', (name) => {
  const plain = drawnCase(name).toString('latin1');
  const fonts = plain.match(/\/BaseFont \/\S+/g) ?? [];
  expect(fonts.length).toBeGreaterThan(1);
  for (const font of fonts) expect(font).toMatch(/\/[A-Z]{6}\+Noto/);
  const described = plain.match(/\/Type \/FontDescriptor/g) ?? [];
  expect(plain.match(/\/FontFile[23]? \d+ 0 R/g)).toHaveLength(described.length);
});

test('eight photos take at most 1.5 MB', () => {
  expect(drawnCase('residence').length).toBeLessThan(1_500_000);
});

// Covers: lenders-4
test('each page shows when the applicant was received, due and decided if the lender wants it', async () => {
  const line =
    'Received Mar 13, 2026, 10:10 AM · due Mar 14, 2026, 6:00 PM · decided Mar 14, 2026, 2:35 PM (in time)';
  const { text, pages } = await readPdf(drawnCase('residence'));
  expect(text.split(line)).toHaveLength(pages + 1);
  expect((await readPdf(drawnCase('office'))).text).not.toContain('Received');
});

test('qpdf finds no defects in any of them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-qpdf-'));
  try {
    for (const [name, pdf] of drawn) {
      await writeFile(join(folder, `${name}.pdf`), pdf);
      const inFolder = { cwd: folder, encoding: 'utf8' } as const;
      const { status, stderr } = spawnSync('qpdf', ['--check', `${name}.pdf`], inFolder);
      expect([name, status, stderr]).toEqual([name, 0, '']);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

afterAll(() => drawn.clear());
