import { createHash } from 'node:crypto';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { isUnavailable } from '../../../db/violations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem, unavailable } from '../../../problems.ts';
import { BlobDamaged, BlobExists, BlobMissing } from '../../../storage/blobs/blob-store.ts';
import { drawReport, type StoredForm } from '../render/draw-report.ts';
import { dropVersion, type FinishedPdf, finishVersion, type Version } from './version-store.ts';

/** A report to download. */
export interface ReportFile {
  name: string;
  bytes: Uint8Array;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const instead =
  'Generate the report again (“Download PDF”), or save its form again, for a whole version.';

/** Logged with the key: someone must look at the disk. */
const damaged = (cause: BlobDamaged) =>
  new Problem(500, `This version is damaged in storage and is not given out. ${instead}`, {
    code: 'report_damaged',
    cause,
  });

const missing = (cause: BlobMissing) =>
  new Problem(404, `The file of this version was not found. ${instead}`, {
    code: 'not_found',
    cause,
  });

/** Whether a stored PDF could not be read because it is not there as it was, rather than for the moment. */
export const isLost = (error: unknown): error is Problem =>
  error instanceof Problem &&
  (error.cause instanceof BlobDamaged || error.cause instanceof BlobMissing);

const blobKey = (sha256: Buffer) => `reports/${sha256.toString('hex')}.pdf`;

/** The PDF of a finished version, as it was first given out; a damaged one is never given out. */
export async function readStoredPdf(
  { photos: blobs }: Pick<Platform, 'photos'>,
  version: Pick<Version, 'pdf_sha256'>,
): Promise<Uint8Array> {
  const key = blobKey(version.pdf_sha256);
  try {
    const bytes = await blobs.get(key);
    if (!sha256(bytes).equals(version.pdf_sha256)) throw new BlobDamaged(key);
    return bytes;
  } catch (error) {
    if (error instanceof BlobMissing) throw missing(error);
    if (error instanceof BlobDamaged) throw damaged(error);
    throw unavailable('Reports are briefly unavailable. Please try again.', error);
  }
}

/**
 * Draws an unfinished version, saves its PDF and makes it count. File before row: a crash in between leaves a file that no
 * row names, never a version without its file.
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
    const pdf_sha256 = sha256(pdf);
    await blobs.put(blobKey(pdf_sha256), pdf).catch((cause: unknown) => {
      // The key is made of the bytes: what is there is what would be put.
      if (cause instanceof BlobExists) return;
      throw unavailable('Reports are briefly unavailable. Please try again.', cause);
    });
    const finished = { pdf_sha256, pdf_bytes: pdf.length, pages, is_signed: isSigned };
    isRecording = true;
    await db.transaction().execute((trx) => record(trx, actor, stored, finished));
    return pdf;
  } catch (error) {
    // A commit whose answer was lost may have happened.
    if (!(isRecording && isUnavailable(error))) {
      await dropVersion(db, stored.id).catch(() => {});
    }
    throw error;
  }
}

async function record(db: Db, actor: Actor, { id, ...stored }: StoredForm, pdf: FinishedPdf) {
  if (!(await finishVersion(db, id, pdf))) throw unavailable();
  await recordAudit(db, actor, {
    action: 'create',
    subject: 'report',
    subjectId: id,
    after: {
      verification_id: stored.facts.verification.id,
      version: stored.version,
      template: stored.template,
      // The form is in the version, which never changes. In the audit its words would outlive it.
      photos: stored.facts.photos.map(({ sha256 }) => sha256),
      decision: stored.facts.decision,
      code: stored.code,
      sha256: pdf.pdf_sha256.toString('hex'),
    },
  });
}

/** The PDF of a finished version; the download is audited. */
export async function handOut(
  platform: Platform,
  actor: Actor,
  version: Version,
): Promise<Uint8Array> {
  const bytes = await readStoredPdf(platform, version);
  await recordAudit(platform.db, actor, {
    action: 'download',
    subject: 'report',
    subjectId: version.id,
  });
  return bytes;
}
