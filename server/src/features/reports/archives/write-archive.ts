import { Readable } from 'node:stream';
import { reportFileName } from '@doorstep/contract/reports/file-name';
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
 * A ZIP file of reports and a list of them, `reports.csv`. A report that can't be read any more breaks the stream off:
 * better no file than one that looks whole.
 */
export function writeArchive(
  platform: Pick<Platform, 'photos'>,
  reports: readonly ArchivedReport[],
  mtime: Date,
): Readable {
  const zip = new yazl.ZipFile();
  // PDFs are compressed already; packing them again would only cost time.
  const options = { mtime, compress: false };
  const broken = (error: unknown) => (zip.outputStream as Readable).destroy(error as Error);
  const list = [csvLine(columns)];
  for (const report of reports) {
    const name = fileNameOf(report);
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

/** Begins with the verification's number: an application may have several. */
function fileNameOf({ template, ...report }: ArchivedReport): string {
  if (template === null || report.finished_at === null) return '';
  const shorten = (text: string) => Array.from(text).slice(0, 60).join('');
  const [application, applicant] = [report.application_id, report.applicant_name].map(shorten);
  return reportFileName(`${report.verification_id}_${application}_${applicant}`, template);
}

function describe(report: ArchivedReport, name: string): string {
  const { verification_id, application_id, applicant_name, decision, version, code } = report;
  return csvLine([
    ...[name, verification_id, application_id, applicant_name, decision],
    ...[version, code, report.pdf_sha256?.toString('hex'), report.problem],
  ]);
}
