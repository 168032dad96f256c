import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { downloadExport, type Export, exportHours } from '@doorstep/contract/exports';
import { pathTo } from '@doorstep/contract/wire/path-to';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { doOnce, type IdempotentRequest } from '../../db/idempotency-keys.ts';
import type { Database } from '../../db/schema.ts';
import { deleteRequested, describeProgress, lockRequests } from '../../domain/background-files.ts';
import { dayIn } from '../../domain/clock/days.ts';
import { serverLimits } from '../../limits.ts';
import { conflict, orNotFound } from '../../problems.ts';
import {
  addExport,
  deleteBeyond,
  findOwn,
  listOwn,
  type NewExport,
  readFileOf,
  type StoredExport,
} from './export-store.ts';

function describe({ leased_until, finished_at, has_file, ...row }: StoredExport): Export {
  const { progress, expires_at } = describeProgress({ leased_until, finished_at }, exportHours);
  const ended = has_file ? 'ready' : 'failed';
  return {
    ...row,
    status: finished_at ? ended : progress,
    expires_at,
    file_url: has_file ? pathTo(downloadExport, { id: row.id }) : null,
  };
}

/**
 * Removes the search term from a query for the audit. A search may contain a name, and the audit is stored
 * longer than personal data.
 */
function withoutSearch(query: string): string {
  const params = new URLSearchParams(query);
  if (params.has('search')) params.set('search', '…');
  return params.toString();
}

export function requestExport(
  db: Kysely<Database>,
  actor: Actor,
  wanted: Omit<NewExport, 'id'>,
  request?: IdempotentRequest,
): Promise<Export> {
  return doOnce(db, request, async (trx) => {
    const unfinished = await lockRequests(trx, 'exports', wanted.requested_by);
    if (unfinished >= serverLimits.exportsPerAdmin) {
      throw conflict(
        `${serverLimits.exportsPerAdmin} of your exports are not finished. Wait until one is finished, or cancel one.`,
        'exports_under_way',
      );
    }
    await deleteBeyond(trx, wanted.requested_by, serverLimits.exportsKept - 1);
    const id = randomUUID();
    await addExport(trx, { id, ...wanted });
    const { list, format, query, with_report, layout } = wanted;
    await recordAudit(trx, actor, 'export.request', null, {
      after: {
        ...{ export: id, list, format, query: withoutSearch(query), with_report },
        ...(layout && { lender: layout.lender }),
      },
    });
    return openExport(trx, wanted.requested_by, id);
  });
}

export const listExportsOf = async (db: Db, adminId: number): Promise<Export[]> =>
  (await listOwn(db, adminId)).map(describe);

const openExport = async (db: Db, adminId: number, id: string): Promise<Export> =>
  describe(orNotFound(await findOwn(db, adminId, id), 'Export'));

export async function removeExport(
  db: Kysely<Database>,
  actor: Actor,
  adminId: number,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { status } = await openExport(trx, adminId, id);
    orNotFound(await deleteRequested(trx, 'exports', adminId, id), 'Export');
    await recordAudit(trx, actor, 'export.removed', null, { before: { export: id, status } });
  });
}

/** Returns the file as it is stored: a csv is compressed with gzip. */
export async function openExportFile(
  { db, timeZone }: { db: Kysely<Database>; timeZone: string },
  actor: Actor,
  adminId: number,
  id: string,
) {
  const { list, format, status, created_at, done } = await openExport(db, adminId, id);
  if (status !== 'ready') throw conflict('This export is not ready yet.', 'export_under_way');
  await recordAudit(db, actor, 'export.download', null, { after: { export: id, rows: done } });
  return {
    name: `${list}-${dayIn(timeZone, created_at)}.${format}`,
    format,
    file: Readable.from(readFileOf(db, id)),
  };
}
