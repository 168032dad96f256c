import { Readable } from 'node:stream';
import { reportFileName } from '@doorstep/contract/reports/file-name';
import yazl from 'yazl';
import { csvLine } from '../../../http/csv-line.ts';
import type { BlobStore } from '../../../storage/blob-store.ts';
import { readPdfBytes } from '../report-file.ts';
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
  blobs: BlobStore,
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
    const sha256 = report.pdf_sha256;
    if (name === '' || sha256 === null) continue;
    zip.addReadStreamLazy(name, options, (give) => {
      readPdfBytes(blobs, sha256).then(
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

function fileNameOf({ application_id, applicant_name, template, finished_at }: ArchivedReport) {
  if (template === null || finished_at === null) return '';
  const shorten = (text: string) => Array.from(text).slice(0, 60).join('');
  return reportFileName(`${shorten(application_id)}_${shorten(applicant_name)}`, template);
}

function describe(report: ArchivedReport, name: string): string {
  const { verification_id, application_id, applicant_name, decision, version, code } = report;
  return csvLine([
    ...[name, verification_id, application_id, applicant_name, decision],
    ...[version, code, report.pdf_sha256?.toString('hex'), report.problem],
  ]);
}
