import { hash } from 'node:crypto';
import { type TryResult, triedHours } from '@doorstep/contract/bulk-upload/try';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { isActiveUser } from '../../../domain/users/active-users.ts';
import type { UploadedFile } from '../../../http/contract/read-file-part.ts';
import { conflict, notFound, unauthenticated } from '../../../problems.ts';
import { shownFileName, type uploadQueue } from '../bulk-upload-service.ts';
import { findSameFile } from '../bulk-upload-store.ts';
import { type Asked, type Outcome, readTry, repeatAsked } from './read-try.ts';
import { openFile, sealFile } from './sealed-file.ts';
import { addTry, findTry, replaceTry, type Tried } from './try-store.ts';

export interface TryContext {
  db: Kysely<Database>;
  secret: Uint8Array;
  timeZone: string;
  inTurn: ReturnType<typeof uploadQueue>;
}

export const tryFile = (
  { db, secret, inTurn }: TryContext,
  actor: Actor,
  adminId: number,
  { bytes, fileName }: UploadedFile,
  asked: Asked,
): Promise<TryResult> =>
  inTurn(async () => {
    const { tried, result } = await readTry(db, bytes, asked);
    const sealed = await sealFile(secret, bytes);
    const file_sha256 = hash('sha256', bytes, 'buffer');
    const file_name = shownFileName(fileName);
    return db.transaction().execute(async (trx) => {
      if (!(await isActiveUser(trx, adminId))) throw unauthenticated();
      const upload = { uploaded_by: adminId, file_sha256, file_name };
      const { id, created_at } = await addTry(trx, upload, sealed, tried);
      await recordAudit(trx, actor, 'upload.try', id, {
        after: { file_sha256: file_sha256.toString('hex'), ...describeTried(tried) },
      });
      return answer(trx, { id, file_name, file_sha256, created_at, revision: 1 }, result);
    });
  });

/**
 * Leaves the content of the mapping out of the audit. If the heading row is wrong, the mapping contains
 * personal data, which must not stay in the audit.
 */
const describeTried = ({ reading: { sheet, headingRow }, counts, mapping: saved }: Tried) => ({
  ...{ ...counts, sheet, heading_row: headingRow },
  ...{ mapping_id: saved?.id ?? null, mapping_version: saved?.version ?? null },
});

/** Reads a stored file again. If `wanted` is empty, repeats the choices of the last try. */
export const tryAgain = (
  { db, secret, inTurn }: TryContext,
  actor: Actor,
  id: number,
  wanted: Asked,
): Promise<TryResult> =>
  inTurn(async () => {
    const upload = await findTried(db, id);
    const isRepeated = Object.keys(wanted).length === 0;
    const asked = isRepeated ? await repeatAsked(db, upload.reading) : wanted;
    const { tried, result } = await readTry(db, await openFile(secret, upload.file), asked);
    return db.transaction().execute(async (trx) => {
      const replaced = await replaceTry(trx, id, tried);
      if (!replaced) throw await explainGone(trx, id);
      if (replaced.isNew) {
        await recordAudit(trx, actor, 'upload.try', id, { after: describeTried(tried) });
      }
      return answer(trx, { ...upload, revision: replaced.revision }, result);
    });
  });

export async function findTried(db: Db, id: number) {
  const upload = await findTry(db, id);
  if (!upload?.file || !upload.reading || upload.tries === null) throw await explainGone(db, id);
  const { file, reading, counts, tries } = upload;
  return { ...upload, file, reading, counts, tries };
}

export async function explainGone(db: Db, id: number): Promise<Error> {
  const upload = await findTry(db, id);
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
): Promise<TryResult> {
  const same_file = await findSameFile(db, upload.file_sha256);
  const expires = new Date(Date.parse(upload.created_at) + triedHours * 3_600_000);
  return {
    ...{ upload_id: upload.id, revision: upload.revision },
    ...{ file_name: upload.file_name, expires_at: expires.toISOString() },
    ...(same_file && { same_file }),
    ...result,
  };
}
