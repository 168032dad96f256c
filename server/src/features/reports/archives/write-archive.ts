import { Readable } from 'node:stream';
import { csvLine } from '@doorstep/contract/text/csv';
import yazl from 'yazl';
import type { Platform } from '../../../platform/platform.ts';
import { readStoredPdf } from '../versions/issue-report.ts';
import type { ArchivedReport } from './archive-store.ts';

const byteOrderMark = '\ufeff';
const columns = [
  ...['file', 'verification_id', 'application_id', 'applicant_name', 'decision'],
  ...['version', 'code', 'sha256', 'problem'],
];

/**
 * Writes a ZIP file with the reports and a list of them, `reports.csv`. If a report can't be read, the
 * stream ends with an error, because a file without that report would look complete.
 */
export function writeArchive(
  platform: Pick<Platform, 'photos'>,
  reports: readonly ArchivedReport[],
  mtime: Date,
): Readable {
  const zip = new yazl.ZipFile();
  // PDFs are already compressed, so compressing them again would only cost time.
  const options = { mtime, compress: false };
  const broken = (error: unknown) => (zip.outputStream as Readable).destroy(error as Error);
  const list = [csvLine(columns)];
  const names = archiveNames(reports);
  for (const [index, report] of reports.entries()) {
    const name = names[index] ?? '';
    list.push(describe(report, name));
    const { pdf_sha256 } = report;
    if (name === '' || pdf_sha256 === null) continue;
    zip.addReadStreamLazy(name, options, (give) => {
      readStoredPdf(platform, { pdf_sha256 }).then(
        (bytes) => give(null, Readable.from([bytes], { objectMode: false })),
        broken,
      );
    });
  }
  zip.addBuffer(Buffer.from(byteOrderMark + list.join('')), 'reports.csv', options);
  zip.on('error', broken);
  zip.end();
  return zip.outputStream as Readable;
}

/**
 * Returns the file name of each report, such as `HL-2041_residence.pdf`. Further reports with the same
 * application number and form get a number, such as `HL-2041_residence_2.pdf`. The name is empty if an item
 * has no report.
 */
export function archiveNames(
  reports: readonly Pick<ArchivedReport, 'application_id' | 'template' | 'finished_at'>[],
): string[] {
  const taken = new Set<string>();
  return reports.map(({ application_id, template, finished_at }) => {
    if (template === null || finished_at === null) return '';
    const number = Array.from(application_id.replace(/[^\p{L}\p{M}\p{N}_.-]|^\.+/gu, '_'));
    const first = `${number.slice(0, 60).join('')}_${template}`;
    let name = first;
    // Some file systems ignore case, so names that differ only in case count as equal.
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${first}_${count}`;
    taken.add(name.toLowerCase());
    return `${name}.pdf`;
  });
}

function describe(report: ArchivedReport, name: string): string {
  const { verification_id, application_id, applicant_name, decision, version, code } = report;
  return csvLine([
    ...[name, verification_id, application_id, applicant_name, decision],
    ...[version, code, report.pdf_sha256?.toString('hex'), report.problem],
  ]);
}
