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
import { useWhen } from './use-when.ts';

/** A case, and the page of the list on which it stands. */
export interface Stop {
  id: string;
  page: number;
  /** How many that were sent back lie between it and the open case. */
  passed?: number;
}

interface ListedStop extends Stop {
  isSentBack: boolean;
}

const stopOf = (row: VerificationSummary, page: number): ListedStop => ({
  ...{ id: String(row.verification_id), page },
  isSentBack: Boolean(row.sent_back),
});

/** The rows of neighbouring pages as they are now. The list behind the dialog is left alone. */
async function readPages(wanted: ListWanted, pages: number[], signal: AbortSignal) {
  const read = async (page: number): Promise<ListedStop[]> => {
    if (page < 1) return [];
    try {
      const { rows } = await fetchPage({ ...wanted, page }, signal);
      return rows.map((row) => stopOf(row, page));
    } catch (error) {
      // A page past the end: there is nothing more.
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    }
  };
  return (await Promise.all(pages.map(read))).flat();
}

/** What comes after the known rows, which may have moved up by pages: as far up as one is found, or to the first page. */
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

/** What comes before the known rows. */
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
 * The cases before and after the open one, in the order of the list as it was when the first was opened: what is decided
 * may leave a filtered list, but not the way back to it. Beyond its ends come the pages before and after. Among what is
 * pending those that were sent back are passed over: their new visits are what is decided on.
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
  // After which nothing more was found, whatever the total says.
  const [end, setEnd] = useState<readonly ListedStop[]>();
  const isComing = index < 0 ? isFetching : isMoreAfter && end !== stops;
  const whenNextIsKnown = useWhen(!isComing);
  const read = useEffectEvent((signal: AbortSignal) => {
    const wanted = { page: 1, ...narrowed };
    return isMoreAfter
      ? readAfter(wanted, lastPage, stops, signal)
      : readBefore(wanted, firstPage, stops, signal);
  });
  const narrowing = hashKey([narrowed]);
  useEffect(() => {
    if (!isMoreBefore && !isMoreAfter) return;
    // What was decided meanwhile has left a filtered list, and others have moved up to where it was.
    const leaving = new AbortController();
    // A page that fails leaves a gap: the walk ends here, until one comes back to its end.
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
