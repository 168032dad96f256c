import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export async function listFilesToDelete(db: Db, atMost: number): Promise<string[]> {
  const rows = await db.selectFrom('blobs_to_delete').select('key').limit(atMost).execute();
  return rows.map(({ key }) => key);
}

export async function forgetDeletedFiles(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('blobs_to_delete').where('key', 'in', keys).execute();
}

export async function findPictures(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from photos where id = any(${ids}::uuid[])
    union all select picture_id from signatures where picture_id = any(${ids}::uuid[])
    union all select id from identity_images where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function findReports(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ sha256: string }>`
    select encode(pdf_sha256, 'hex') as sha256 from reports
    where pdf_sha256 = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** The number of files that are deleted under one lock. A backup can get the lock between two batches. */
export const filesPerLock = 200;
