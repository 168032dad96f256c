import { limits } from '@doorstep/contract/limits';
import type { VerificationSummary } from '@doorstep/contract/verifications';
import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  fetchPage,
  type ListWanted,
  verificationListQuery,
  verificationQuery,
} from '../../../domain/verifications/verification-queries.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWaitUntil } from './use-wait-until.ts';

export interface Stop {
  id: string;
  page: number;
  /** The number of sent-back cases that are skipped between the open case and this case. */
  passed?: number;
}

interface ListedStop extends Stop {
  isSentBack: boolean;
}

const stopOf = (row: VerificationSummary, page: number): ListedStop => ({
  ...{ id: String(row.verification_id), page },
  isSentBack: Boolean(row.sent_back),
});

/** Fetches the current rows of these pages, without changing the list behind the dialog. */
async function readPages(wanted: ListWanted, pages: number[], signal: AbortSignal) {
  const read = async (page: number): Promise<ListedStop[]> => {
    if (page < 1) return [];
    try {
      const { rows } = await fetchPage({ ...wanted, page }, signal);
      return rows.map((row) => stopOf(row, page));
    } catch (error) {
      // A 404 means that the page is past the end of the list.
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    }
  };
  return (await Promise.all(pages.map(read))).flat();
}

/**
 * Reads the rows after the known rows. The known rows may have moved to earlier pages, so earlier pages are
 * read until a known row is found.
 */
async function readAfter(
  wanted: ListWanted,
  lastPage: number,
  known: readonly Stop[],
  signal: AbortSignal,
) {
  const isKnown = (row: Stop) => known.some((stop) => stop.id === row.id);
  let rows = await readPages(wanted, [lastPage, lastPage + 1], signal);
  for (let page = lastPage - 1; page >= 1 && !rows.some(isKnown); page--) {
    rows = [...(await readPages(wanted, [page], signal)), ...rows];
  }
  return rows.slice(rows.findLastIndex(isKnown) + 1);
}

async function readBefore(
  wanted: ListWanted,
  firstPage: number,
  known: readonly Stop[],
  signal: AbortSignal,
) {
  const rows = await readPages(wanted, [firstPage - 1, firstPage], signal);
  const start = rows.findIndex((row) => known.some((stop) => stop.id === row.id));
  return start < 0 ? rows.filter((row) => row.page < firstPage) : rows.slice(0, start);
}

/**
 * Returns the cases before and after the open case. Keeps the rows that are already read, so that the user
 * can go back to a decided case that a filtered list no longer contains. Reads another page at either end of
 * these rows. In a list of pending cases, skips sent-back cases, because their new visits are decided
 * instead.
 */
export function useWalk({ page, ...narrowed }: ListWanted, id: string) {
  const client = useQueryClient();
  const [{ stops, total }, setWalk] = useState<{ stops: readonly ListedStop[]; total: number }>({
    stops: [],
    total: 0,
  });
  const { data, isFetching, isPlaceholderData } = useQuery(
    verificationListQuery({ page, ...narrowed }),
  );
  const index = stops.findIndex((stop) => stop.id === id);
  if (index < 0 && data && !isPlaceholderData) {
    const rows = data.rows.map((row) => stopOf(row, page));
    if (rows.some((row) => row.id === id)) setWalk({ stops: rows, total: data.count });
  }

  const isStop = ({ isSentBack }: ListedStop) => !(narrowed.decision === 'pending' && isSentBack);
  const reach = (there: number): Stop | undefined =>
    stops[there] && { ...stops[there], passed: Math.abs(there - index) - 1 };
  const previous = reach(stops.slice(0, Math.max(0, index)).findLastIndex(isStop));
  const next =
    index < 0 ? undefined : reach(stops.findIndex((stop, at) => at > index && isStop(stop)));

  const firstPage = stops[0]?.page ?? 1;
  const lastPage = stops.at(-1)?.page ?? 1;
  const isMoreBefore = index >= 0 && !previous && firstPage > 1;
  const isMoreAfter =
    index >= 0 && !next && (firstPage - 1) * limits.pageSize + stops.length < total;
  // Equals `stops` if a read found no more rows after them, although `total` is higher.
  const [end, setEnd] = useState<readonly ListedStop[]>();
  const isComing = index < 0 ? isFetching : isMoreAfter && end !== stops;
  const whenNextIsKnown = useWaitUntil(!isComing);
  const read = useEffectEvent((signal: AbortSignal) => {
    const wanted = { page: 1, ...narrowed };
    return isMoreAfter
      ? readAfter(wanted, lastPage, stops, signal)
      : readBefore(wanted, firstPage, stops, signal);
  });
  const narrowing = hashKey([narrowed]);
  useEffect(() => {
    if (!isMoreBefore && !isMoreAfter) return;
    const leaving = new AbortController();
    // A failed read ends the walk at this end of the list. The read is repeated when the user returns to
    // this end.
    const found = read(leaving.signal).catch((): ListedStop[] => []);
    void found.then((rows) => {
      if (leaving.signal.aborted) return;
      if (rows.length > 0)
        setWalk((walk) => ({
          ...walk,
          stops: isMoreAfter ? [...walk.stops, ...rows] : [...rows, ...walk.stops],
        }));
      else if (isMoreAfter) setEnd(stops);
    });
    return () => {
      leaving.abort();
      setEnd(undefined);
    };
  }, [isMoreBefore, isMoreAfter, firstPage, lastPage, stops, narrowing]);

  const [before, after] = [previous?.id, next?.id];
  useEffect(() => {
    for (const one of [after, before]) {
      if (one !== undefined) void client.prefetchQuery(verificationQuery(one));
    }
  }, [before, after, client]);
  return { isListed: index >= 0 && stops.length > 1, previous, next, whenNextIsKnown };
}
