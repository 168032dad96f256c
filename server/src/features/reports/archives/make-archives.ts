import { setTimeout as wait } from 'node:timers/promises';
import { archiveHours } from '@doorstep/contract/reports/archives';
import type { Platform } from '../../../platform/platform.ts';
import { Problem, unavailable } from '../../../problems.ts';
import { hadNoRoom } from '../render/draw-report.ts';
import { ensureVersion } from '../report-service.ts';
import type { Asker } from '../versions/create-version.ts';
import {
  type ArchiveItem,
  changeItem,
  finishArchive,
  leaveArchive,
  nextItem,
  removeExpired,
  renewLease,
  takeArchive,
} from './archive-store.ts';

/** Milliseconds between two looks for archives that another server left, or was asked for. */
const pollInterval = 5_000;
/** Milliseconds to wait after a report that could not be made now; it is tried again after the others. */
const retryDelay = 1_000;
const mostTries = 5;

/**
 * Makes archives, one at a time and report by report, so that whoever waits for a single report comes first. Each
 * report is noted when it is there: what a killed server leaves, this one or another goes on with.
 */
export function makeArchives(platform: Platform, onError: (error: unknown) => void) {
  const closing = new AbortController();
  let waking = new AbortController();
  const rest = async (milliseconds: number) => {
    const signal = AbortSignal.any([closing.signal, waking.signal]);
    await wait(milliseconds, undefined, { signal }).catch(() => {});
    waking = new AbortController();
  };
  const making = (async () => {
    while (!closing.signal.aborted) {
      const hasWorked = await makeNext(platform, closing.signal, onError).catch(
        (error: unknown) => {
          if (!closing.signal.aborted) onError(error);
          return false;
        },
      );
      if (!hasWorked) await rest(pollInterval);
    }
  })();
  return {
    /** Looks for work now. */
    wake: () => waking.abort(),
    /** Leaves what is under way to the next start, or to another server. */
    close: () => {
      closing.abort();
      return making;
    },
  };
}

async function makeNext(
  platform: Platform,
  closing: AbortSignal,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const { db } = platform;
  await removeExpired(db, archiveHours);
  const archive = await takeArchive(db);
  if (!archive) return false;
  const asker = {
    actor: { id: archive.requested_by, requestId: null, address: null },
    adminId: archive.requested_by,
    signal: closing,
  };
  try {
    for (;;) {
      const item = await nextItem(db, archive.id);
      if (!item) break;
      if (closing.aborted || !(await renewLease(db, archive.id))) return true;
      await makeReport(platform, asker, item, onError);
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
  asker: Asker & { signal: AbortSignal },
  item: ArchiveItem,
  onError: (error: unknown) => void,
): Promise<void> {
  try {
    const report_id = await ensureVersion(platform, asker, item.verification_id);
    await changeItem(platform.db, item, { report_id });
  } catch (error) {
    if (asker.signal.aborted) return;
    const isForeseen = error instanceof Problem;
    if (!isForeseen) onError(error);
    const { retryAfter, message } = isForeseen ? error : unforeseen;
    // A busy engine turns away at once who can wait: that is no try.
    const tries = item.tries + (hadNoRoom(error) ? 0 : 1);
    const isOver = retryAfter === undefined || tries === mostTries;
    await changeItem(platform.db, item, isOver ? { tries, problem: message } : { tries });
    if (!isOver) await wait(retryDelay, undefined, { signal: asker.signal }).catch(() => {});
  }
}
