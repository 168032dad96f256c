import type { Kysely } from 'kysely';
import { runUnlessLocked } from '../../db/advisory-lock.ts';
import { recordAudits, serverActor } from '../../db/audit/record.ts';
import { connectSeparately, type Db } from '../../db/connection.ts';
import { isUnavailable } from '../../db/database-errors.ts';
import type { Database } from '../../db/schema.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { rejectForeignStore } from '../../storage/blobs/claim-store.ts';
import { pictureFiles } from '../../storage/photos/photo-keys.ts';
import {
  findDue,
  type Kind,
  lockDueApplicants,
  type PlannedMonth,
  planMonths,
} from './due-store.ts';
import { filesPerLock, forgetDeletedFiles, listFilesToDelete } from './file-store.ts';
import { countIdentityImages, deleteIdentityImages } from './identity-image-store.ts';
import { anonymise, countToDelete, expirePhotos } from './retention-store.ts';

const day = 86_400_000;
const batch = 100;

export interface Needs extends Pick<Platform, 'db' | 'photos' | 'provider' | 'secret'> {
  /** The number of days after which photos and applicants' data are deleted. 0 means never. */
  retention: { photos: number; applicants: number };
}

/** Photos have the shorter of the two periods, because anonymising an applicant also deletes its photos. */
function deadlines({ retention }: Pick<Needs, 'retention'>, now: Date): [Kind, Date][] {
  const { applicants } = retention;
  const photos = Math.min(...[retention.photos, applicants].filter((days) => days > 0));
  const before = (days: number) => new Date(now.getTime() - days * day);
  return [
    ...(Number.isFinite(photos) ? [['photos', before(photos)] as [Kind, Date]] : []),
    ...(applicants > 0 ? [['applicants', before(applicants)] as [Kind, Date]] : []),
  ];
}

export function planRetention(
  platform: Omit<Needs, 'photos' | 'secret'>,
  now = new Date(),
): Promise<{ kind: Kind; months: PlannedMonth[] }[]> {
  const { db, provider } = platform;
  return Promise.all(
    deadlines(platform, now).map(async ([kind, before]) => ({
      kind,
      months: await planMonths(db, kind, before, provider.timeZone),
    })),
  );
}

/**
 * Deletes the rows that are due and adds the audit rows about the deletion, in one transaction for each
 * batch. Then deletes the files. The next run continues an interrupted run. Throws if the photo store belongs
 * to another database. Returns the number of applicants for each kind of data.
 */
export async function applyRetention(
  platform: Needs,
  now = new Date(),
  signal?: AbortSignal,
): Promise<Record<Kind, number>> {
  await rejectForeignStore(platform.photos, platform.secret);
  const done = { photos: 0, applicants: 0 };
  // Uses a separate connection with a longer timeout, because finding the due applicants among many closed
  // ones can take longer than the timeout of requests.
  const own = connectSeparately(platform.db, { statementTimeout: serverLimits.retention, signal });
  try {
    for (const [kind, before] of deadlines(platform, now)) {
      let due: number[] = [];
      do {
        due = await findDue(own, kind, before, { after: due.at(-1) ?? 0, atMost: batch });
        done[kind] += await deleteDue(own, kind, before, due);
        await deleteFiles(platform);
      } while (due.length === batch);
    }
  } finally {
    await own.destroy();
  }
  await deleteFiles(platform);
  return done;
}

function identityDeadline({ retention }: Pick<Needs, 'retention'>, now: Date): Date | undefined {
  const days = retention.applicants;
  return days > 0 ? new Date(now.getTime() - days * day) : undefined;
}

export async function planIdentityImages(
  platform: Omit<Needs, 'photos' | 'secret'>,
  now = new Date(),
): Promise<{ users: number; images: number }> {
  const before = identityDeadline(platform, now);
  return before ? countIdentityImages(platform.db, before) : { users: 0, images: 0 };
}

export async function expireIdentityImages(
  platform: Omit<Needs, 'photos' | 'secret'>,
  now = new Date(),
): Promise<number> {
  const before = identityDeadline(platform, now);
  if (!before) return 0;
  let users = 0;
  for (let gone = batch; gone === batch; users += gone) {
    gone = await platform.db.transaction().execute(async (trx) => {
      const expired = await deleteIdentityImages(trx, before, batch);
      await recordAudits(
        trx,
        serverActor,
        expired.map(({ id, images }) => ({
          event: 'user.expire_images' as const,
          subjectId: id,
          before: { identity_images: images },
          after: { identity_images: 0 },
        })),
      );
      return expired.length;
    });
  }
  return users;
}

/** Retries after a temporary error of the database, such as a deadlock with a request. */
async function deleteDue(
  db: Kysely<Database>,
  kind: Kind,
  before: Date,
  due: number[],
  triesLeft = 3,
): Promise<number> {
  try {
    return await db.transaction().execute((trx) => deleteBatch(trx, kind, before, due));
  } catch (error) {
    if (triesLeft === 1 || !isUnavailable(error)) throw error;
    return deleteDue(db, kind, before, due, triesLeft - 1);
  }
}

async function deleteBatch(trx: Db, kind: Kind, before: Date, due: number[]): Promise<number> {
  const applicants = await lockDueApplicants(trx, kind, before, due);
  if (applicants.length === 0) return 0;
  const doomed = kind === 'applicants' ? await countToDelete(trx, applicants) : [];
  const expired = await expirePhotos(trx, applicants, pictureFiles);
  if (kind === 'applicants') await anonymise(trx, applicants);
  await recordAudits(trx, serverActor, [
    ...expired.map(({ subject, id, what, count }) => ({
      event: `${subject}.expire_photos` as const,
      subjectId: id,
      before: { [what]: count },
      after: { [what]: 0 },
    })),
    ...doomed.map(({ id, counts }) => ({
      event: 'applicant.anonymise' as const,
      subjectId: id,
      before: counts,
    })),
  ]);
  return applicants.length;
}

/**
 * Deletes the queued files in batches, so that a backup can start between two batches. Stops if a backup is
 * running, because it may still copy these files. The next run deletes the remaining files.
 */
async function deleteFiles(platform: Pick<Platform, 'db' | 'photos'>): Promise<void> {
  while (await runUnlessLocked(platform.db, 'files', () => deleteSome(platform)));
}

/** Returns whether more files may be left. */
async function deleteSome({ db, photos }: Pick<Platform, 'db' | 'photos'>): Promise<boolean> {
  const keys = await listFilesToDelete(db, filesPerLock);
  if (keys.length === 0) return false;
  await Promise.all(keys.map((key) => photos.delete(key)));
  await forgetDeletedFiles(db, keys);
  return keys.length === filesPerLock;
}
