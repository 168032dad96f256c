import { limits } from '@doorstep/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  fetchPage,
  type ListWanted,
  verificationListQuery,
  verificationQuery,
} from '../verification-queries.ts';

/** A case, and the page of the list on which it stands. */
export interface Stop {
  id: string;
  page: number;
}

/** The rows of neighbouring pages as they are now. The list behind the dialog is left alone. */
async function readPages(wanted: ListWanted, pages: number[], signal: AbortSignal) {
  const read = async (page: number): Promise<Stop[]> => {
    if (page < 1) return [];
    // A page past the end fails: there is nothing more.
    const found = await fetchPage({ ...wanted, page }, signal).catch(() => undefined);
    return (found?.rows ?? []).map((row) => ({ id: String(row.verification_id), page }));
  };
  return (await Promise.all(pages.map(read))).flat();
}

/**
 * The cases before and after the open one, in the order of the list as it was when the first was opened: what is decided
 * may leave a filtered list, but not the way back to it. Beyond its ends come the pages before and after.
 */
export function useWalk({ page, search, decision }: ListWanted, id: string) {
  const client = useQueryClient();
  const [{ stops, total }, setWalk] = useState<{ stops: readonly Stop[]; total: number }>({
    stops: [],
    total: 0,
  });
  const { data, isPlaceholderData } = useQuery(verificationListQuery({ page, search, decision }));
  const index = stops.findIndex((stop) => stop.id === id);
  if (index < 0 && data && !isPlaceholderData) {
    const rows = data.rows.map((row) => ({ id: String(row.verification_id), page }));
    if (rows.some((row) => row.id === id)) setWalk({ stops: rows, total: data.count });
  }

  const firstPage = stops[0]?.page ?? 1;
  const lastPage = stops.at(-1)?.page ?? 1;
  const isMoreBefore = index === 0 && firstPage > 1;
  const isMoreAfter =
    index >= 0 &&
    index === stops.length - 1 &&
    (firstPage - 1) * limits.pageSize + stops.length < total;
  useEffect(() => {
    if (!isMoreBefore && !isMoreAfter) return;
    // What was decided meanwhile has left a filtered list, and others have moved up to where it was.
    const pages = isMoreAfter ? [lastPage, lastPage + 1] : [firstPage - 1, firstPage];
    const leaving = new AbortController();
    void readPages({ page: 1, search, decision }, pages, leaving.signal).then((rows) => {
      if (leaving.signal.aborted) return;
      setWalk((walk) => {
        const isKnown = (row: Stop) => walk.stops.some((stop) => stop.id === row.id);
        if (isMoreAfter) {
          const after = rows.slice(rows.findLastIndex(isKnown) + 1);
          return { ...walk, stops: [...walk.stops, ...after] };
        }
        const start = rows.findIndex(isKnown);
        const before =
          start < 0 ? rows.filter((row) => row.page < firstPage) : rows.slice(0, start);
        return { ...walk, stops: [...before, ...walk.stops] };
      });
    });
    return () => leaving.abort();
  }, [isMoreBefore, isMoreAfter, firstPage, lastPage, search, decision]);

  const previous = index > 0 ? stops[index - 1] : undefined;
  const next = index >= 0 ? stops[index + 1] : undefined;
  const [before, after] = [previous?.id, next?.id];
  useEffect(() => {
    for (const one of [after, before]) {
      if (one !== undefined) void client.prefetchQuery(verificationQuery(one));
    }
  }, [before, after, client]);
  return { isListed: index >= 0 && stops.length > 1, previous, next };
}
