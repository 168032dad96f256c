import { randomUUID } from 'node:crypto';
import { limits } from '@doorstep/contract/limits';
import {
  type Archive,
  type ArchiveFilter,
  archiveHours,
  downloadArchive,
} from '@doorstep/contract/reports/archives';
import { pathTo } from '@doorstep/contract/wire/path-to';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { doOnce, type IdempotentRequest } from '../../../db/idempotency-keys.ts';
import {
  deleteRequested,
  describeProgress,
  lockRequests,
} from '../../../domain/background-files.ts';
import { dayIn } from '../../../domain/clock/days.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conflict, invalid, orNotFound } from '../../../problems.ts';
import {
  addArchive,
  findMatching,
  findOwn,
  listArchived,
  listOwn,
  type StoredArchive,
} from './archive-store.ts';
import { writeArchive } from './write-archive.ts';

type Opener = Pick<Platform, 'db' | 'provider'>;

function described(archive: StoredArchive): Archive {
  const { leased_until, finished_at, ...row } = archive;
  const { progress, expires_at } = describeProgress({ leased_until, finished_at }, archiveHours);
  return {
    ...row,
    finished_at,
    status: finished_at ? 'ready' : progress,
    expires_at,
    file_url: finished_at ? pathTo(downloadArchive, { id: archive.id }) : null,
  };
}

/** Queues the archive. A job makes its reports. The ZIP file is not stored, but written for each download. */
export function requestArchive(
  { db, provider }: Opener,
  actor: Actor,
  adminId: number,
  filter: ArchiveFilter,
  request?: IdempotentRequest,
): Promise<Archive> {
  return doOnce(db, request, async (trx) => {
    const unfinished = await lockRequests(trx, 'report_archives', adminId);
    if (unfinished >= serverLimits.archivesPerAdmin) {
      throw conflict(
        `You have ${serverLimits.archivesPerAdmin} unfinished archives. Wait until one is finished, or cancel one.`,
        'archives_under_way',
      );
    }
    const matching = await findMatching(trx, filter, provider.timeZone, limits.archiveMaxReports);
    if (matching.length === 0)
      throw invalid({
        request: ['No verification matches. Choose other days, portfolios or decisions.'],
      });
    if (matching.length > limits.archiveMaxReports) {
      throw invalid({
        request: [
          `More than ${limits.archiveMaxReports.toLocaleString('en-US')} verifications match: choose fewer days.`,
        ],
      });
    }
    const id = randomUUID();
    await addArchive(
      trx,
      { id, requested_by: adminId, filter },
      matching.map((verification) => verification.id),
    );
    await recordAudit(trx, actor, 'report.archive', null, {
      after: { archive: id, reports: matching.length, ...filter },
    });
    return openArchive({ db: trx }, adminId, id);
  });
}

export async function listArchivesOf({ db }: Opener, adminId: number): Promise<Archive[]> {
  return (await listOwn(db, adminId)).map(described);
}

export const openArchive = async (
  { db }: { db: Db },
  adminId: number,
  id: string,
): Promise<Archive> => described(orNotFound(await findOwn(db, adminId, id), 'Archive'));

export async function dropArchive(
  platform: Opener,
  actor: Actor,
  adminId: number,
  id: string,
): Promise<void> {
  const { status } = await openArchive(platform, adminId, id);
  await platform.db.transaction().execute(async (trx) => {
    orNotFound(await deleteRequested(trx, 'report_archives', adminId, id), 'Archive');
    await recordAudit(trx, actor, 'report.archive_removed', null, {
      before: { archive: id, status },
    });
  });
}

export async function openArchiveFile(
  platform: Platform,
  actor: Actor,
  adminId: number,
  id: string,
) {
  const archive = await openArchive(platform, adminId, id);
  if (archive.finished_at === null) {
    throw conflict('This archive is not ready yet.', 'archive_under_way');
  }
  const reports = await listArchived(platform.db, id);
  const day = dayIn(platform.provider.timeZone, archive.created_at);
  await recordAudit(platform.db, actor, 'report.archive_download', null, {
    after: { archive: id, reports: reports.flatMap(({ report_id }) => report_id ?? []) },
  });
  return {
    name: `reports-${day.toString()}.zip`,
    stream: writeArchive(platform, reports, new Date(archive.finished_at)),
  };
}
