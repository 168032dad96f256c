import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { isBlind } from '../../../domain/review/second-look-access.ts';
import type { ReportFacts } from '../report-facts.ts';

type Template = 'residence' | 'office';

export interface NewVersion {
  verification_id: number;
  template: Template;
  origin: 'sent' | 'generated';
  form: Record<string, unknown>;
  photo_ids: string[];
  facts: ReportFacts;
  content_sha256: Buffer;
  code: string;
  idempotency_key: string | null;
  created_by: number;
}

/** The caller must have locked the verification, because otherwise two versions could get the same number. */
export function addVersion(db: Db, { form, facts, ...version }: NewVersion) {
  return db
    .insertInto('reports')
    .values({
      ...version,
      form: JSON.stringify(form),
      facts: JSON.stringify(facts),
      version: sql<number>`(select coalesce(max(version), 0) + 1 from reports
        where verification_id = ${version.verification_id})`,
    })
    .returning(['id', 'version', 'form', 'created_at'])
    .executeTakeFirstOrThrow();
}

export interface FinishedPdf {
  pdf_sha256: Buffer;
  pdf_bytes: number;
  pages: number;
  is_signed: boolean;
}

/** Returns false if the version was deleted as abandoned. */
export async function finishVersion(db: Db, id: number, pdf: FinishedPdf): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reports')
    .set({ ...pdf, finished_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function dropVersion(db: Db, id: number): Promise<void> {
  await selectUnfinished(db).where('id', '=', id).execute();
}

/** Deletes versions that have been unfinished for more than a minute, because a killed server left them. */
export async function dropAbandoned(db: Db, verificationId: number): Promise<void> {
  await selectUnfinished(db)
    .where('verification_id', '=', verificationId)
    .where('created_at', '<', sql<string>`now() - interval '1 minute'`)
    .execute();
}

/** Never deletes forms without a code. They were saved before PDFs were stored, and have none to finish. */
function selectUnfinished(db: Db) {
  return db.deleteFrom('reports').where('finished_at', 'is', null).where('code', 'is not', null);
}

export type StoredSavedForm = NonNullable<Awaited<ReturnType<typeof findEarlierForm>>>;

/** Includes old forms without a code, which were saved before PDFs were stored. */
function selectSavedForms(db: Db, template: Template) {
  return db
    .selectFrom('reports as r')
    .innerJoin('users as author', 'author.id', 'r.created_by')
    .select(['r.form', 'r.photo_ids', 'r.version', 'r.created_at', 'author.name as created_by'])
    .where('r.template', '=', template)
    .where('r.origin', '=', 'sent')
    .where((eb) => eb.or([eb('r.finished_at', 'is not', null), eb('r.code', 'is', null)]))
    .orderBy('r.verification_id', 'desc')
    .orderBy('r.version', 'desc')
    .limit(1);
}

/** `is_secret` is true if a colleague saved the form, and the first decision is hidden from the reader. */
export function findSavedForm(
  db: Db,
  { id, template, readerId }: { id: number; template: Template; readerId: number },
) {
  return selectSavedForms(db, template)
    .select(
      sql<boolean>`r.created_by <> ${readerId} and ${isBlind(sql`r.verification_id`, readerId)}`.as(
        'is_secret',
      ),
    )
    .where('r.verification_id', '=', id)
    .executeTakeFirst();
}

export function findEarlierForm(
  db: Db,
  { id, applicant_id }: { id: number; applicant_id: number },
  template: Template,
) {
  return selectSavedForms(db, template)
    .innerJoin('verifications as v', 'v.id', 'r.verification_id')
    .where('v.applicant_id', '=', applicant_id)
    .where('v.id', '<', id)
    .executeTakeFirst();
}

export type Version = NonNullable<Awaited<ReturnType<typeof findVersion>>>;

function selectVersions(db: Db) {
  return db
    .selectFrom('reports as r')
    .innerJoin('users as author', 'author.id', 'r.created_by')
    .where('r.finished_at', 'is not', null)
    .select([
      'r.id',
      'r.verification_id',
      'r.version',
      'r.template',
      'r.origin',
      'r.form',
      'r.content_sha256',
      'r.created_at',
      'author.name as created_by',
      sql<string>`r.code`.as('code'),
      sql<ReportFacts>`r.facts`.as('facts'),
      sql<Buffer>`r.pdf_sha256`.as('pdf_sha256'),
      sql<number>`r.pdf_bytes`.as('pdf_bytes'),
      sql<number>`r.pages`.as('pages'),
      sql<boolean>`r.is_signed`.as('is_signed'),
      sql<boolean>`exists (select from reports later where later.verification_id = r.verification_id
        and later.version > r.version and later.finished_at is not null)`.as('is_superseded'),
    ]);
}

/** Leaves out versions of verifications whose first decision is hidden from the reader. */
const selectShown = (db: Db, readerId: number) =>
  selectVersions(db).where(sql<boolean>`not ${isBlind(sql`r.verification_id`, readerId)}`);

export function listVersions(db: Db, verificationId: number, readerId: number) {
  return selectShown(db, readerId)
    .where('r.verification_id', '=', verificationId)
    .orderBy('r.version', 'desc')
    .execute();
}

export function findShownVersion(db: Db, id: number, readerId: number) {
  return selectShown(db, readerId).where('r.id', '=', id).executeTakeFirst();
}

export function findVersion(db: Db, id: number) {
  return selectVersions(db).where('r.id', '=', id).executeTakeFirst();
}

export function findVersionByCode(db: Db, code: string) {
  return selectVersions(db).where('r.code', '=', code).executeTakeFirst();
}

export function findLatestVersion(db: Db, verificationId: number, template: Template) {
  return selectVersions(db)
    .where('r.verification_id', '=', verificationId)
    .where('r.template', '=', template)
    .orderBy('r.version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type Earlier = NonNullable<Awaited<ReturnType<typeof findByKey>>>;

export function findByKey(db: Db, createdBy: number, key: string) {
  return db
    .selectFrom('reports')
    .select(['id', 'template', 'form', 'photo_ids'])
    .where('created_by', '=', createdBy)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}
