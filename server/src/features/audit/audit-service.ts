import type { AuditRecord, verifyAudit as checkChain, History } from '@doorstep/contract/audit';
import type * as z from 'zod/mini';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import { verifyAudit } from '../../db/audit/verify.ts';
import type { Db } from '../../db/connection.ts';
import type { SignedIn } from '../../http/access/authentication.ts';
import type { Platform } from '../../platform/platform.ts';
import { orNotFound } from '../../problems.ts';
import { writeCsv } from './audit-csv.ts';
import { type AuditFilter, findAuditRecord, listBatch } from './audit-store.ts';
import { withoutFirstDecisions, withoutTelling } from './blind-rows.ts';
import { exists, listOf, listOfApplicant, listOfVerification } from './history-store.ts';
import { listPeople } from './people-store.ts';

const batchSize = 1_000;

export async function readRecord(
  { db }: Platform,
  id: number,
  readerId: number,
): Promise<AuditRecord> {
  const found = orNotFound(await findAuditRecord(db, id), 'Audit row');
  const [record = found] = await withoutFirstDecisions(db, [found], readerId);
  const { seq, hash, ...entry } = record;
  const link = seq !== null && hash !== null ? { seq, hash: hash.toString('hex') } : null;
  return { ...entry, link, people: await listPeople(db, [record]) };
}

export async function exportRows(
  { db, provider }: Platform,
  actor: Actor,
  filter: AuditFilter,
  readerId: number,
) {
  const [newest] = await listBatch(db, provider.timeZone, {}, readerId, undefined, 1);
  await recordAudit(db, actor, 'audit.export', null, { after: { ...filter } });
  async function* batches() {
    let below = (newest?.id ?? 0) + 1;
    for (;;) {
      const rows = await listBatch(db, provider.timeZone, filter, readerId, below, batchSize);
      if (rows.length > 0) yield await withoutFirstDecisions(db, rows, readerId);
      if (rows.length < batchSize) return;
      below = rows.at(-1)?.id ?? 0;
    }
  }
  return writeCsv(batches());
}

type Outcome = z.output<typeof checkChain.response>;

/**
 * Returns a function that checks the audit's hash chain. Concurrent callers share one check, because a check
 * reads every row. The audit records only the first caller.
 */
export function createSharedCheck({ db }: Platform): (actor: Actor) => Promise<Outcome> {
  let running: Promise<Outcome> | undefined;
  async function run(actor: Actor): Promise<Outcome> {
    const { broken, count, head = null, late } = await verifyAudit(db);
    const found = broken && { fault: broken.fault, seq: broken.seq, audit_id: broken.auditId };
    await recordAudit(db, actor, 'audit.verify', null, {
      after: { count, head, ...(found && { broken: found }) },
    });
    const checked_at = new Date().toISOString();
    return { is_unbroken: !found, count, late, head, broken: found ?? null, checked_at };
  }
  return (actor) => {
    running ??= run(actor).finally(() => {
      running = undefined;
    });
    return running;
  };
}

const lists = {
  applicants: listOfApplicant,
  verifications: listOfVerification,
  lenders: listOf('lender'),
  calendars: listOf('calendar'),
};
const nouns = {
  applicants: 'Applicant',
  verifications: 'Verification',
  lenders: 'Lender',
  calendars: 'Calendar',
};

export async function readHistory(
  db: Db,
  reader: SignedIn,
  of: keyof typeof lists,
  id: number,
): Promise<History> {
  orNotFound(await exists(db, of, id), nouns[of]);
  const entries = await withoutTelling(db, await lists[of](db, id), reader.id);
  const people = await listPeople(db, entries);
  return {
    results: reader.isSuperadmin ? entries : entries.map((entry) => ({ ...entry, address: null })),
    people,
  };
}
