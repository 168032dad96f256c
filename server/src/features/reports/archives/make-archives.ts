import { setTimeout as wait } from 'node:timers/promises';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem, unavailable } from '../../../problems.ts';
import { wasQueueFull } from '../render/draw-report.ts';
import { ensureVersion } from '../report-service.ts';
import type { Requester } from '../versions/create-version.ts';
import {
  type ArchiveItem,
  changeItem,
  finishArchive,
  leaveArchive,
  nextItem,
  renewLease,
  takeArchive,
} from './archive-store.ts';

/** The delay after a report that failed temporarily, in ms. */
const retryDelay = 1_000;

/**
 * Makes the waiting archives, one report at a time, so that requests for single reports are not delayed.
 * Stores the result of each report, so that after an abort or a crash, the next run continues from there.
 */
export async function makeArchives(
  platform: Platform,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    while (!signal.aborted && (await makeNext(platform, signal, onError)));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function makeNext(
  platform: Platform,
  closing: AbortSignal,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const { db } = platform;
  const archive = await takeArchive(db);
  if (!archive) return false;
  const requester = {
    actor: { id: archive.requested_by, requestId: null, address: null },
    adminId: archive.requested_by,
    signal: closing,
    onLost: onError,
  };
  try {
    for (;;) {
      const item = await nextItem(db, archive.id);
      if (!item) break;
      if (closing.aborted || !(await renewLease(db, archive.id))) return true;
      await makeReport(platform, requester, item, onError);
    }
    await finishArchive(db, archive.id);
  } finally {
    if (closing.aborted) await leaveArchive(db, archive.id);
  }
  return true;
}

const unforeseen = unavailable('This report could not be made.');

async function makeReport(
  platform: Platform,
  requester: Requester & { signal: AbortSignal },
  item: ArchiveItem,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const report_id = await ensureVersion(platform, requester, item.verification_id);
    await changeItem(platform.db, item, { report_id });
  } catch (error) {
    if (requester.signal.aborted) return;
    const isForeseen = error instanceof Problem;
    if (!isForeseen) onError(error);
    const { retryAfter, message } = isForeseen ? error : unforeseen;
    // A rejection because the engine's queue is full doesn't count as a failure.
    const tries = item.tries + (wasQueueFull(error) ? 0 : 1);
    const isOver = retryAfter === undefined || tries === serverLimits.archiveTries;
    await changeItem(platform.db, item, isOver ? { tries, problem: message } : { tries });
    if (!isOver) await wait(retryDelay, undefined, { signal: requester.signal }).catch(() => {});
  }
}
