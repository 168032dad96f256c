import { matchedListed, type UploadMatches } from '@doorstep/contract/bulk-upload/uploads';
import type { Kysely } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { storeKeys, tryLockKeys } from '../../../domain/matches/key-store.ts';
import { findExactMatches } from '../../../domain/matches/match-store.ts';
import { orNotFound } from '../../../problems.ts';
import {
  findMatched,
  findUploadToCompare,
  listUploaded,
  setMatched,
  type UploadToCompare,
} from './compare-store.ts';

/** The number of applicants that are compared at a time, which is small so that no request is delayed. */
const applicantsAtOnce = 1_000;

/**
 * Compares the applicants of new uploads with earlier applicants. Runs outside the transaction of the upload,
 * to keep that transaction short.
 */
export async function compareUploads(db: Kysely<Database>, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await db.transaction().execute(async (trx) => {
      if (!(await tryLockKeys(trx))) return false;
      const upload = await findUploadToCompare(trx);
      if (!upload) return false;
      await setMatched(trx, upload.id, await compare(trx, upload));
      return true;
    });
  }
}

async function compare(db: Db, upload: UploadToCompare) {
  const matched = { count: 0, ids: [] as number[] };
  let last = (upload.first_applicant_id ?? 0) - 1;
  for (;;) {
    const applicants = await listUploaded(db, upload, last, applicantsAtOnce);
    if (applicants.length === 0) return matched;
    const ids = await storeKeys(db, applicants);
    matched.count += ids.length;
    matched.ids.push(...ids.slice(0, matchedListed - matched.ids.length));
    last = applicants.at(-1)?.id ?? last;
  }
}

export async function describeUploadMatches(db: Db, uploadId: number): Promise<UploadMatches> {
  const found = orNotFound(await findMatched(db, uploadId), 'Upload');
  if (found.count === null) return { state: 'comparing', count: 0, results: [] };
  const matches = await findExactMatches(
    db,
    found.applicants.map(({ id }) => id),
  );
  return {
    state: 'compared',
    count: found.count,
    results: found.applicants.map((one) => ({ ...one, matches: matches.get(one.id) ?? [] })),
  };
}
