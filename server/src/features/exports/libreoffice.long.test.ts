import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ExportFormat } from '@doorstep/contract/exports';
import { expect, onTestFinished, test } from 'vitest';
import { exportSources } from '../../jobs/export-sources.ts';
import { addLenderRow, layoutOf, setDue } from '../../testing/lenders.ts';
import { changeRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';
import { openCsv } from '../bulk-upload/read/formats/csv-rows.ts';
import { buildFile } from './build-file.ts';

/** Whether LibreOffice (Debian: `libreoffice-calc`) is installed. It is too large to require it for one test. */
const isInstalled = spawnSync('soffice', ['--version']).error === undefined;

const running = await startSharedApp();
const { db, platform } = running;
const agent = await signIn(running, 'agent');

const texts = [
  '=1+1',
  '+919820098200',
  '-1',
  '@SUM(A1)',
  '00123',
  '1E5',
  '1/2',
  'TRUE',
  'रमेश कुमार, "पुणे"',
  'a;b|c',
  'first\nsecond',
  'Unit_x0041_9',
  '<b>&amp;</b>',
  '😀',
  'x'.repeat(2_000),
];

async function readCsv(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = [];
  await openCsv(bytes).read(0, (_, cells) => rows.push([...cells]));
  return rows;
}

async function openInLibreOffice(file: Buffer): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-libreoffice-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'export.xlsx'), file);
  // 44 is the comma, 34 the quotation mark, and 76 UTF-8. The first `true` writes cells as they are shown.
  const target = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true';
  const ended = spawnSync(
    'soffice',
    [
      `-env:UserInstallation=file://${folder}/profile`,
      ...['--headless', '--convert-to', target, '--outdir', folder],
      join(folder, 'export.xlsx'),
    ],
    { encoding: 'utf8', timeout: 120_000 },
  );
  expect(ended.status, ended.stderr).toBe(0);
  return readCsv(await readFile(join(folder, 'export.csv')));
}

// Covers: exports-9
test.skipIf(!isInstalled)(
  'LibreOffice shows the same values in an exported .xlsx as the .csv has (needs soffice)',
  async () => {
    const lender = await addLenderRow(db);
    const ids: number[] = [];
    for (const text of texts) {
      const { id, applicant } = await addVerificationRow(db, agent.user.id, {
        ...{ portfolio_name: lender.portfolio, applicant_name: text, address: text },
      });
      ids.unshift(id);
      await setDue(db, applicant.id, lender.ruleId, 3_600_000);
      // The clock stops an hour before the due time, so that the number of hours late is negative.
      await changeRows(db, 'applicants', { id: applicant.id }, { clock_stopped_at: new Date() });
    }
    const source = exportSources(platform).verifications;
    const make = async (format: ExportFormat, layout: ReturnType<typeof layoutOf> | null) => {
      const wanted = { ids, format, layout, withReport: true };
      return (await buildFile(source, wanted, async () => {})).file;
    };
    const fields = ['applicant_name', 'due', 'hours_late'];
    const dated = layoutOf(fields, { date_format: 'dd-mmm-yyyy hh:mm' });
    for (const layout of [null, dated]) {
      const csv = await readCsv(await promisify(gunzip)(await make('csv', layout)));
      expect(csv).toHaveLength(texts.length + 1);
      expect(await openInLibreOffice(await make('xlsx', layout))).toEqual(csv);
    }
  },
);
