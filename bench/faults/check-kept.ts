import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { verifyAudit } from '../../server/src/db/audit-verify.ts';
import { foldCounts, recount } from '../../server/src/db/counts.ts';
import type { Database } from '../../server/src/db/schema.ts';
import { localBlobStore } from '../../server/src/storage/local-blob-store.ts';
import { pictureFiles, pictureKey } from '../../server/src/storage/photo-keys.ts';
import type { Ledger } from './ledger.ts';

const rowsOf = async <Row>(db: Kysely<Database>, query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(db)).rows;

/** Holds what is stored against what clients were told, and against itself; one sentence for each fault. */
export async function checkKept(
  db: Kysely<Database>,
  dataDir: string,
  ledger: Ledger,
): Promise<{ lost: string[]; half: string[] }> {
  const lost: string[] = [];
  const half: string[] = [];

  for (const [name, { ids, acknowledged }] of ledger.uploads) {
    const [found] = await rowsOf(
      db,
      sql<{ count: number }>`select count(*) from applicants where application_id = any(${ids})`,
    );
    if (acknowledged && found?.count !== ids.length) lost.push(`upload ${name}: ${found?.count}`);
    if (found?.count !== 0 && found?.count !== ids.length)
      half.push(`upload ${name}: ${found?.count} of ${ids.length}`);
  }
  half.push(
    ...(
      await rowsOf(
        db,
        sql<{ id: number }>`select id from uploads where successful <>
          (select count(*) from applicants where upload_id = uploads.id)`,
      )
    ).map(({ id }) => `upload row ${id} counts others than it has`),
  );

  for (const [id, agent] of ledger.assigned) {
    const [found] = await rowsOf(
      db,
      sql<{ agent: number | null; told: number }>`select assigned_agent_id as agent,
        (select count(*) from audit where subject = 'applicant' and subject_id = ${id}
          and action = 'assign') as told from applicants where id = ${id}`,
    );
    if (found?.agent !== agent || found.told === 0) lost.push(`assignment of ${id}`);
  }

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
  const blobs = localBlobStore(join(dataDir, 'photos'));
  for (const { id, image_count, photos } of submissions) {
    if (image_count !== photos.length) half.push(`verification ${id} counts ${image_count} photos`);
    for (const photo of photos) {
      for (const file of pictureFiles) {
        const bytes = await blobs.get(pictureKey('photo', photo.id, file)).catch(() => undefined);
        const isRight =
          bytes &&
          (file !== 'original' ||
            createHash('sha256').update(bytes).digest('hex') === photo.sha256);
        if (!isRight) half.push(`${file} of photo ${photo.id} of verification ${id}`);
      }
    }
  }

  for (const [id, { acknowledged, unknown }] of ledger.decided) {
    const [found] = await rowsOf(
      db,
      sql<{ stands: string }>`select admin_decision as stands from verifications where id = ${id}`,
    );
    const allowed = [acknowledged ?? 'pending', unknown];
    if (!allowed.includes(found?.stands)) lost.push(`decision ${acknowledged} of ${id}`);
  }
  half.push(
    ...(
      await rowsOf(
        db,
        sql<{ id: number }>`select id from verifications where admin_decision <> 'pending'
          and upper(xmin::text) is not null and not exists (select from audit
            where subject = 'verification' and subject_id = verifications.id and action = 'decide')
          and id in (select id from verifications where idempotency_key = any(${[...ledger.submitted.keys()]}))`,
      )
    ).map(({ id }) => `decision of ${id} without its audit`),
  );

  const finished = await rowsOf(
    db,
    sql<{ sha256: string }>`select encode(pdf_sha256, 'hex') as sha256 from reports
      where finished_at is not null`,
  );
  const known = new Set(finished.map(({ sha256 }) => sha256));
  for (const sha256 of ledger.reports) if (!known.has(sha256)) lost.push(`report ${sha256}`);
  for (const sha256 of known) {
    const bytes = await blobs.get(`reports/${sha256}.pdf`).catch(() => undefined);
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      half.push(`file of report ${sha256}`);
  }

  await foldCounts(db);
  const { broken } = await verifyAudit(db);
  if (broken) half.push(`audit chain: ${broken.fault} at ${broken.seq}`);
  return { lost, half };
}

/** How many kept sums, and texts of the search, another count finds wrong. For a database that nobody works with. */
export async function countWrongSums(db: Kysely<Database>): Promise<number> {
  const { applicants, verifications, texts } = await recount(db, 'Asia/Kolkata');
  return applicants + verifications + texts;
}
