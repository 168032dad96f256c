import type { ReportForm } from '@doorstep/contract/reports/definition';
import type { Actor } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/violations.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conflict, notFound, Problem } from '../../../problems.ts';
import type { StoredForm } from '../render/draw-report.ts';
import { gatherFacts, hashContent } from '../report-facts.ts';
import { type Case, type CasePhoto, findReportCase, lockCase } from '../report-store.ts';
import { drawReportCode } from './report-code.ts';
import {
  addVersion,
  dropAbandoned,
  type Earlier,
  findByKey,
  findVersion,
  type Version,
} from './version-store.ts';

/** The user who requests a report. */
export interface Requester {
  actor: Actor;
  adminId: number;
  /** An Idempotency-Key: the same form sent again under it gets the first answer. */
  key?: string | undefined;
  signal?: AbortSignal;
  /** Called where a stored PDF is damaged or gone: someone must look at the disk. */
  onLost?: (cause: unknown) => void;
}

/** The parts of a version, before the facts are added. */
export interface Content {
  template: ReportForm['template'];
  origin: 'sent' | 'generated';
  form: Record<string, unknown>;
  photos: CasePhoto[];
}

/** A version that is there already, or one that is stored and still to be drawn. */
export type Chosen = { existing: Version } | { fresh: StoredForm };

/** A verification as it is under its lock: no decision and no other version comes between. */
export function withCase<T>(
  { db }: Platform,
  id: number,
  work: (db: Db, found: Case) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockCase(trx, id);
    await dropAbandoned(trx, id);
    const found = await findReportCase(trx, id);
    if (!found) throw notFound('Verification');
    return work(trx, found);
  });
}

/** Stores a version, unfinished; the caller holds the verification's lock. */
export async function storeVersion(
  db: Db,
  platform: Platform,
  { adminId, key }: Requester,
  found: Case,
  content: Content,
): Promise<StoredForm> {
  const { photos, ...rest } = content;
  const { facts, hash } = statedBy(platform, found, content);
  const code = drawReportCode();
  const version = {
    ...rest,
    verification_id: found.id,
    photo_ids: photos.map((photo) => photo.id),
    facts,
    content_sha256: hash,
    code,
    idempotency_key: key ?? null,
    created_by: adminId,
  };
  const added = await addVersion(db, version).catch((error: unknown) => {
    throw violatedConstraint(error) === 'reports_idempotency' ? keyTaken() : error;
  });
  return { ...added, code, facts, template: content.template };
}

/** The facts of a version with this content now, and the hash that distinguishes it from others. */
export function statedBy(platform: Platform, found: Case, { template, form, photos }: Content) {
  const facts = gatherFacts(platform, found, photos);
  return { facts, hash: hashContent(template, form, facts) };
}

/** The version that the requester's key already stands for. */
export async function findEarlier(
  db: Db,
  { adminId, key }: Requester,
  content: Content,
): Promise<Chosen | undefined> {
  const earlier = key === undefined ? undefined : await findByKey(db, adminId, key);
  if (!earlier) return undefined;
  if (!isSame(earlier, content)) throw keyTaken();
  const existing = await findVersion(db, earlier.id);
  if (existing) return { existing };
  throw new Problem(409, 'This report is being made just now. Please try again.', {
    code: 'report_under_way',
    retryAfter: 1,
  });
}

function isSame(earlier: Earlier, { template, form, photos }: Content): boolean {
  const sorted = (values: Record<string, unknown>) => JSON.stringify(Object.entries(values).sort());
  return (
    earlier.template === template &&
    sorted(earlier.form) === sorted(form) &&
    String(earlier.photo_ids) === String(photos.map((photo) => photo.id))
  );
}

const keyTaken = () =>
  conflict('This Idempotency-Key was used for another report.', 'idempotency_key_taken');
