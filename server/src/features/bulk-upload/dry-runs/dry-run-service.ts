import { hash } from 'node:crypto';
import { type DryRunResult, triedHours } from '@doorstep/contract/bulk-upload/dry-run';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { isActiveUser } from '../../../domain/users/active-users.ts';
import type { UploadedFile } from '../../../http/contract/read-file-part.ts';
import { conflict, notFound, unauthenticated } from '../../../problems.ts';
import { shownFileName, type uploadQueue } from '../bulk-upload-service.ts';
import { findSameFile } from '../bulk-upload-store.ts';
import { addDryRun, type DryRun, findDryRun, replaceDryRun } from './dry-run-store.ts';
import { type Asked, type Outcome, readDryRun, repeatAsked } from './read-dry-run.ts';
import { openFile, sealFile } from './sealed-file.ts';

export interface DryRunContext {
  db: Kysely<Database>;
  secret: Uint8Array;
  timeZone: string;
  inTurn: ReturnType<typeof uploadQueue>;
}

export const dryRunFile = (
  { db, secret, inTurn }: DryRunContext,
  actor: Actor,
  adminId: number,
  { bytes, fileName }: UploadedFile,
  asked: Asked,
): Promise<DryRunResult> =>
  inTurn(async () => {
    const { dryRun, result } = await readDryRun(db, bytes, asked);
    const sealed = await sealFile(secret, bytes);
    const file_sha256 = hash('sha256', bytes, 'buffer');
    const file_name = shownFileName(fileName);
    return db.transaction().execute(async (trx) => {
      if (!(await isActiveUser(trx, adminId))) throw unauthenticated();
      const upload = { uploaded_by: adminId, file_sha256, file_name };
      const { id, created_at } = await addDryRun(trx, upload, sealed, dryRun);
      await recordAudit(trx, actor, 'upload.try', id, {
        after: { file_sha256: file_sha256.toString('hex'), ...describeDryRun(dryRun) },
      });
      return answer(trx, { id, file_name, file_sha256, created_at, revision: 1 }, result);
    });
  });

/**
 * Leaves the content of the mapping out of the audit. If the heading row is wrong, the mapping contains
 * personal data, which must not stay in the audit.
 */
const describeDryRun = ({ reading: { sheet, headingRow }, counts, mapping: saved }: DryRun) => ({
  ...{ ...counts, sheet, heading_row: headingRow },
  ...{ mapping_id: saved?.id ?? null, mapping_version: saved?.version ?? null },
});

/** Reads a stored file again. If `wanted` is empty, repeats the choices of the last dry run. */
export const repeatDryRun = (
  { db, secret, inTurn }: DryRunContext,
  actor: Actor,
  id: number,
  wanted: Asked,
): Promise<DryRunResult> =>
  inTurn(async () => {
    const upload = await getDryRun(db, id);
    const isRepeated = Object.keys(wanted).length === 0;
    const asked = isRepeated ? await repeatAsked(db, upload.reading) : wanted;
    const { dryRun, result } = await readDryRun(db, await openFile(secret, upload.file), asked);
    return db.transaction().execute(async (trx) => {
      const replaced = await replaceDryRun(trx, id, dryRun);
      if (!replaced) throw await explainGone(trx, id);
      if (replaced.isNew) {
        await recordAudit(trx, actor, 'upload.try', id, { after: describeDryRun(dryRun) });
      }
      return answer(trx, { ...upload, revision: replaced.revision }, result);
    });
  });

export async function getDryRun(db: Db, id: number) {
  const upload = await findDryRun(db, id);
  if (!upload?.file || !upload.reading || upload.tries === null) throw await explainGone(db, id);
  const { file, reading, counts, tries } = upload;
  return { ...upload, file, reading, counts, tries };
}

export async function explainGone(db: Db, id: number): Promise<Error> {
  const upload = await findDryRun(db, id);
  if (!upload) return notFound('Upload');
  if (upload.taken_at === null) {
    return conflict(
      'This file was tried with another sheet, heading row or mapping in the meantime. Check it again before you take it in.',
      'tried_again',
    );
  }
  return conflict(`${upload.uploaded_by} has already taken in this file.`, 'upload_taken');
}

async function answer(
  db: Db,
  upload: {
    id: number;
    revision: number;
    file_name: string;
    file_sha256: Buffer;
    created_at: string;
  },
  result: Outcome['result'],
): Promise<DryRunResult> {
  const same_file = await findSameFile(db, upload.file_sha256);
  const expires = new Date(Date.parse(upload.created_at) + triedHours * 3_600_000);
  return {
    ...{ upload_id: upload.id, revision: upload.revision },
    ...{ file_name: upload.file_name, expires_at: expires.toISOString() },
    ...(same_file && { same_file }),
    ...result,
  };
}
