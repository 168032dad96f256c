import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { longestWait, verifyAudit } from '../../db/audit/verify.ts';
import type { Database } from '../../db/schema.ts';
import { BlobDamaged, BlobMissing, type BlobStore } from '../../storage/blobs/blob-store.ts';
import { pictureKey } from '../../storage/photos/photo-keys.ts';
import { listBackups, timeOf } from '../backup/place/manifest.ts';
import { openTarget } from '../backup/place/target.ts';
import { type Diagnosis, ok, warning, wrong } from './diagnosis.ts';

export async function checkAudit(db: Kysely<Database>): Promise<Diagnosis[]> {
  const { broken, count, head, late } = await verifyAudit(db);
  const end = head ? `, head ${head.seq}:${head.hash}` : '';
  return [
    broken
      ? wrong(
          'Audit',
          `The hash chain is BROKEN after ${count} rows. npm run verify-audit shows the place.`,
        )
      : ok('Audit', `Unbroken: ${count} rows${end}.`),
    ...(late > 0
      ? [
          warning(
            'Audit',
            `${late} rows older than ${longestWait} s were not in the hash chain yet. This is normal if no server was running.`,
          ),
        ]
      : []),
  ];
}

export async function checkPhotos(
  db: Kysely<Database>,
  photos: BlobStore,
  sample: number,
): Promise<Diagnosis> {
  const rows = await db
    .selectFrom('photos')
    .select(['id', 'sha256'])
    .orderBy(sql`random()`)
    .limit(sample)
    .execute();
  const bad: string[] = [];
  for (const { id, sha256 } of rows) {
    const key = pictureKey('photo', id, 'original');
    const state = await judgePhoto(photos, key, sha256);
    if (state) bad.push(`${key} is ${state}`);
  }
  return bad.length > 0
    ? wrong(
        'Photos',
        `${bad.length} of ${rows.length} photos have changed since they were stored: ${bad.join(', ')}. Restore them from a backup.`,
      )
    : ok('Photos', `A random sample of ${rows.length} originals is unchanged.`);
}

async function judgePhoto(photos: BlobStore, key: string, expected: Buffer) {
  try {
    return hash('sha256', await photos.get(key), 'buffer').equals(expected) ? undefined : 'damaged';
  } catch (error) {
    if (error instanceof BlobMissing) return 'missing';
    if (error instanceof BlobDamaged) return 'damaged';
    throw error;
  }
}

const hour = 3_600_000;

export async function checkBackups(config: Config, now = new Date()): Promise<Diagnosis> {
  const { backup } = config;
  if (!backup) {
    return warning('Backups', 'BACKUP_TO is not set, so Doorstep makes no backups.');
  }
  const id = (await listBackups({ store: await openTarget(config, backup.to) })).at(-1);
  if (id === undefined) return wrong('Backups', `There is no complete backup at ${backup.to} yet.`);
  const age = (now.getTime() - timeOf(id).getTime()) / hour;
  const text = `The newest backup at ${backup.to} is ${age.toFixed(0)} hours old.`;
  return age > 26 ? wrong('Backups', text) : ok('Backups', text);
}

export async function checkJobs(db: Kysely<Database>): Promise<Diagnosis> {
  const { rows } = await sql<{ archives: number; late: number; doomed: number }>`
    select (select count(*) from report_archives where finished_at is null) as archives,
      (select count(*) from report_archives where finished_at is null and created_at < now() - interval '6 hours') as late,
      (select count(*) from blobs_to_delete where since < now() - interval '3 days') as doomed`.execute(
    db,
  );
  const { archives = 0, late = 0, doomed = 0 } = rows[0] ?? {};
  const left = `Report archives in progress: ${archives} (longer than 6 hours: ${late}). Files that have waited more than 3 days to be deleted: ${doomed}.`;
  return late + doomed > 0 ? warning('Jobs', left) : ok('Jobs', left);
}
