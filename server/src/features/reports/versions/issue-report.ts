import { hash } from 'node:crypto';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { isUnavailable } from '../../../db/database-errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { missing, Problem, unavailable } from '../../../problems.ts';
import { BlobDamaged, BlobExists, BlobMissing } from '../../../storage/blobs/blob-store.ts';
import { drawReport, type StoredForm } from '../render/draw-report.ts';
import { dropVersion, type FinishedPdf, finishVersion, type Version } from './version-store.ts';

export interface ReportFile {
  name: string;
  bytes: Uint8Array;
}

const instead =
  'To get an intact version, generate the report again (“Download PDF”), or save its form again.';

/** The cause is logged with the file's key, so that an operator can check the file in the storage. */
const damaged = (cause: BlobDamaged) =>
  new Problem(500, `The file of this version is damaged and can’t be downloaded. ${instead}`, {
    code: 'report_damaged',
    cause,
  });

const missingFile = (cause: BlobMissing) =>
  missing(`The file of this version was not found. ${instead}`, cause);

/** Whether a stored PDF is damaged or missing, rather than temporarily unreachable. */
export const isLost = (error: unknown): error is Problem =>
  error instanceof Problem &&
  (error.cause instanceof BlobDamaged || error.cause instanceof BlobMissing);

const blobKey = (sha256: Buffer) => `reports/${sha256.toString('hex')}.pdf`;

export async function readStoredPdf(
  { photos: blobs }: Pick<Platform, 'photos'>,
  version: Pick<Version, 'pdf_sha256'>,
): Promise<Uint8Array> {
  const key = blobKey(version.pdf_sha256);
  try {
    const bytes = await blobs.get(key);
    if (!hash('sha256', bytes, 'buffer').equals(version.pdf_sha256)) throw new BlobDamaged(key);
    return bytes;
  } catch (error) {
    if (error instanceof BlobMissing) throw missingFile(error);
    if (error instanceof BlobDamaged) throw damaged(error);
    throw unavailable('Reports are briefly unavailable. Please try again.', error);
  }
}

/**
 * Draws an unfinished version, saves its PDF and marks the version as finished. The file is saved first, so
 * that a crash can't leave a finished version without its file.
 */
export async function finishReport(
  platform: Platform,
  actor: Actor,
  stored: StoredForm,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { db, photos: blobs } = platform;
  let isRecording = false;
  try {
    const { pdf, pages, isSigned } = await drawReport(platform, stored, { signal });
    const pdf_sha256 = hash('sha256', pdf, 'buffer');
    await blobs.put(blobKey(pdf_sha256), pdf).catch((cause: unknown) => {
      // The key is the hash of the bytes, so the existing file has the same bytes.
      if (cause instanceof BlobExists) return;
      throw unavailable('Reports are briefly unavailable. Please try again.', cause);
    });
    const finished = { pdf_sha256, pdf_bytes: pdf.length, pages, is_signed: isSigned };
    isRecording = true;
    await db.transaction().execute((trx) => record(trx, actor, stored, finished));
    return pdf;
  } catch (error) {
    // Keeps the version if the database became unavailable, because the commit may have succeeded.
    if (!(isRecording && isUnavailable(error))) {
      await dropVersion(db, stored.id).catch(() => {});
    }
    throw error;
  }
}

async function record(db: Db, actor: Actor, { id, ...stored }: StoredForm, pdf: FinishedPdf) {
  if (!(await finishVersion(db, id, pdf))) throw unavailable();
  await recordAudit(db, actor, 'report.create', id, {
    after: {
      verification_id: stored.facts.verification.id,
      version: stored.version,
      template: stored.template,
      // The audit leaves out the form, because texts in the audit would stay after the version is deleted.
      photos: stored.facts.photos.map(({ sha256 }) => sha256),
      decision: stored.facts.decision,
      code: stored.code,
      sha256: pdf.pdf_sha256.toString('hex'),
    },
  });
}

export async function deliverPdf(
  platform: Platform,
  actor: Actor,
  version: Version,
): Promise<Uint8Array> {
  const bytes = await readStoredPdf(platform, version);
  await recordAudit(platform.db, actor, 'report.download', version.id);
  return bytes;
}
