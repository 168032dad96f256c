import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type ChainLink, verifyAudit } from '../../server/src/db/audit/verify.ts';
import { recount, rollUpCounts } from '../../server/src/db/counts/counts.ts';
import type { Database } from '../../server/src/db/schema.ts';
import type { BlobStore } from '../../server/src/storage/blobs/blob-store.ts';
import { pictureFiles, pictureKey } from '../../server/src/storage/photos/photo-keys.ts';
import { workQueue } from '../../server/src/work/work-queue.ts';
import type { Ledger } from './ledger.ts';

const rowsOf = async <Row>(db: Kysely<Database>, query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(db)).rows;

/**
 * Compares the stored data with the confirmed writes, and checks the data's consistency. Returns the
 * confirmed writes that are missing (`lost`), and the inconsistencies (`half`). Skips the files in `whole`,
 * which were intact in an earlier check and don't change any more. If the audit's chain lacks the link
 * `noted`, this is an inconsistency.
 */
export async function checkDurability(
  db: Kysely<Database>,
  blobs: Pick<BlobStore, 'get'>,
  ledger: Ledger,
  whole = new Set<string>(),
  noted?: ChainLink,
): Promise<{ lost: string[]; half: string[] }> {
  const lost: string[] = [];
  const half: string[] = [];

  // All application ids of an upload begin with the upload's name.
  const stored = new Map(
    (
      await rowsOf(
        db,
        sql<{
          name: string;
          count: number;
        }>`select left(application_id, 36) as name, count(*) as count
          from applicants where left(application_id, 36) = any(${[...ledger.uploads.keys()]}) group by 1`,
      )
    ).map(({ name, count }) => [name, count]),
  );
  for (const [name, { ids, acknowledged }] of ledger.uploads) {
    const count = stored.get(name) ?? 0;
    if (acknowledged && count !== ids.length) lost.push(`upload ${name}: ${count}`);
    if (count !== 0 && count !== ids.length) half.push(`upload ${name}: ${count} of ${ids.length}`);
  }
  half.push(
    ...(
      await rowsOf(
        db,
        sql<{ id: number }>`select id from uploads where successful <>
          (select count(*) from applicants where upload_id = uploads.id)`,
      )
    ).map(({ id }) => `upload row ${id} has a wrong count`),
  );

  const assigned = new Map(
    (
      await rowsOf(
        db,
        sql<{
          id: number;
          agent: number | null;
        }>`select id, assigned_agent_id as agent from applicants
          where id = any(${[...ledger.assigned.keys()]}) and exists (select from audit
            where subject = 'applicant' and subject_id = applicants.id and action = 'assign')`,
      )
    ).map(({ id, agent }) => [id, agent]),
  );
  for (const [id, agent] of ledger.assigned) {
    if (assigned.get(id) !== agent) lost.push(`assignment of ${id}`);
  }
  half.push(
    ...(
      await rowsOf(
        db,
        sql<{ id: number }>`select id from applicants
          where left(application_id, 36) = any(${[...ledger.uploads.keys()]})
            and assigned_agent_id is not null and not exists (select from audit
              where subject = 'applicant' and subject_id = applicants.id and action = 'assign')`,
      )
    ).map(({ id }) => `assignment of ${id} without its audit`),
  );

  const submissions = await rowsOf(
    db,
    sql<{
      id: number;
      key: string;
      image_count: number;
      photos: { id: string; sha256: string }[];
    }>`
      select id, idempotency_key as key, image_count, coalesce((
        select json_agg(json_build_object('id', photos.id, 'sha256', encode(sha256, 'hex')) order by position)
        from photos where verification_id = verifications.id), '[]') as photos from verifications`,
  );
  const byKey = new Map(submissions.map((stored) => [stored.key, stored]));
  for (const [key, { photos, id }] of ledger.submitted) {
    const stored = byKey.get(key);
    if (id !== undefined && stored?.id !== id) lost.push(`submission ${key}`);
    if (stored && String(stored.photos.map(({ sha256 }) => sha256)) !== String(photos)) {
      half.push(`submission ${key} has other photos`);
    }
  }
  const atATime = workQueue({ atOnce: 8 });
  const check = (key: string, what: string, sha256?: string) =>
    atATime(async () => {
      if (whole.has(key)) return;
      const bytes = await blobs.get(key).catch(() => undefined);
      const isRight =
        bytes && (!sha256 || createHash('sha256').update(bytes).digest('hex') === sha256);
      if (isRight) whole.add(key);
      else half.push(what);
    });
  const files: Promise<void>[] = [];
  for (const { id, image_count, photos } of submissions) {
    if (image_count !== photos.length) half.push(`verification ${id} counts ${image_count} photos`);
    for (const photo of photos) {
      for (const file of pictureFiles) {
        const key = pictureKey('photo', photo.id, file);
        const sha256 = file === 'original' ? photo.sha256 : undefined;
        files.push(check(key, `${file} of photo ${photo.id} of verification ${id}`, sha256));
      }
    }
  }

  const visits = new Map(
    (
      await rowsOf(
        db,
        sql<{ id: string; photos: string[] }>`select id, array(select encode(sha256, 'hex')
          from photos where visit_id = visits.id) as photos from visits where id = any(${[...ledger.visits.keys()]})`,
      )
    ).map(({ id, photos }) => [id, new Set(photos)]),
  );
  for (const [id, photos] of ledger.visits) {
    const stored = visits.get(id);
    if (!stored) lost.push(`visit ${id}`);
    else if ([...photos].some((photo) => !stored.has(photo))) lost.push(`photos of visit ${id}`);
  }

  const decisions = new Map(
    (
      await rowsOf(
        db,
        sql<{ id: number; stands: string }>`select id, admin_decision as stands from verifications
          where id = any(${[...ledger.decided.keys()]})`,
      )
    ).map(({ id, stands }) => [id, stands]),
  );
  for (const [id, { acknowledged, unknown }] of ledger.decided) {
    const allowed = [acknowledged ?? 'pending', unknown];
    if (!allowed.includes(decisions.get(id))) lost.push(`decision ${acknowledged} of ${id}`);
  }
  half.push(
    ...(
      await rowsOf(
        db,
        sql<{ id: number }>`select id from verifications where admin_decision <> 'pending'
          and not exists (select from audit
            where subject = 'verification' and subject_id = verifications.id and action = 'decide')
          and id in (select id from verifications where idempotency_key = any(${[...ledger.submitted.keys()]}))`,
      )
    ).map(({ id }) => `decision of ${id} without its audit`),
  );

  // The office decides each verification at most twice. A third decision means that a request that was
  // sent again with its key was applied again.
  half.push(
    ...(
      await rowsOf(
        db,
        sql<{ id: number; times: number }>`select subject_id as id, count(*) as times from audit
          where subject = 'verification' and action = 'decide' and subject_id = any(${[...ledger.decided.keys()]})
          group by 1 having count(*) > 2`,
      )
    ).map(({ id, times }) => `${times} decisions of ${id}`),
  );

  const finished = await rowsOf(
    db,
    sql<{ sha256: string }>`select encode(pdf_sha256, 'hex') as sha256 from reports
      where finished_at is not null`,
  );
  const known = new Set(finished.map(({ sha256 }) => sha256));
  for (const sha256 of ledger.reports) if (!known.has(sha256)) lost.push(`report ${sha256}`);
  for (const sha256 of known) {
    files.push(check(`reports/${sha256}.pdf`, `file of report ${sha256}`, sha256));
  }
  await Promise.all(files);

  await rollUpCounts(db);
  const { broken } = await verifyAudit(db, noted);
  if (broken) half.push(`audit chain: ${broken.fault} at ${broken.seq}`);
  return { lost, half };
}

/** Corrects the stored counts and search texts. Returns how many were wrong. The database must be idle. */
export async function countWrongSums(db: Kysely<Database>): Promise<number> {
  const { applicants, verifications, texts } = await recount(db, 'Asia/Kolkata');
  return applicants + verifications + texts;
}
