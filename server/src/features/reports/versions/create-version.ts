import type { ReportForm } from '@doorstep/contract/reports/definition';
import type { Actor } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/database-errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conflict, orNotFound, Problem } from '../../../problems.ts';
import type { StoredForm } from '../render/draw-report.ts';
import { gatherFacts, hashContent } from '../report-facts.ts';
import {
  findReportedVerification,
  lockReported,
  type ReportedVerification,
  type VerificationPhoto,
} from '../report-store.ts';
import { drawReportCode } from './report-code.ts';
import {
  addVersion,
  dropAbandoned,
  type Earlier,
  findByKey,
  findVersion,
  type Version,
} from './version-store.ts';

export interface Requester {
  actor: Actor;
  adminId: number;
  /**
   * An Idempotency-Key. If the same form is sent again with the same key, the answer is the version
   * of the first request.
   */
  key?: string | undefined;
  signal?: AbortSignal;
  /** Called if a stored PDF is damaged or missing, because an operator must check the storage. */
  onLost?: (cause: unknown) => void;
}

export interface Content {
  template: ReportForm['template'];
  origin: 'sent' | 'generated';
  form: Record<string, unknown>;
  photos: VerificationPhoto[];
}

/** A finished version, or a new version whose PDF must still be drawn. */
export type Chosen = { existing: Version } | { fresh: StoredForm };

/**
 * Runs `work` in a transaction that locks a verification, so that no decision and no other version is
 * stored at the same time.
 */
export function withCase<T>(
  { db }: Platform,
  id: number,
  work: (db: Db, found: ReportedVerification) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockReported(trx, id);
    await dropAbandoned(trx, id);
    const found = orNotFound(await findReportedVerification(trx, id), 'Verification');
    return work(trx, found);
  });
}

/** The caller must have locked the verification. */
export async function storeVersion(
  db: Db,
  platform: Platform,
  { adminId, key }: Requester,
  found: ReportedVerification,
  content: Content,
): Promise<StoredForm> {
  const { photos, ...rest } = content;
  const { facts, hash } = describeContent(platform, found, content);
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

export function describeContent(
  platform: Platform,
  found: ReportedVerification,
  { template, form, photos }: Content,
) {
  const facts = gatherFacts(platform, found, photos);
  return { facts, hash: hashContent(template, form, facts) };
}

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
  throw new Problem(409, 'This report is still being made. Please try again.', {
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
