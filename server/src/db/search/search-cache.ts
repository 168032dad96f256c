import type { Db } from '../connection.ts';

/** A search's result, and the state of everything that it depends on. */
export interface SearchResult {
  /** Changes whenever the result could differ. */
  version: string;
  count: number;
  /** The ids on the requested page, newest first. */
  ids: number[];
}

interface SearchCache {
  found: Map<string, SearchResult>;
  underWay: Map<string, Promise<SearchResult>>;
}

const most = 500;
const caches = new WeakMap<Db, SearchCache>();

/**
 * Returns the rows of a page of a search. A cached search is repeated only if something has changed: `read`
 * returns the current version with the rows, in one snapshot, so an outdated result is never returned.
 */
export async function searchCached<Row>(
  db: Db,
  key: string,
  read: (ids: number[]) => Promise<{ version: string; rows: Row[] }>,
  search: () => Promise<SearchResult>,
): Promise<{ rows: Row[]; count: number }> {
  const { found, underWay } = cacheOf(db);
  // Waits for the same search if it is running, then checks its result like any cached one.
  await underWay.get(key)?.catch(() => {});
  const earlier = found.get(key);
  if (earlier) {
    const { version, rows } = await read(earlier.ids);
    if (version === earlier.version) return { rows, count: earlier.count };
  }
  const searching = underWay.get(key) ?? search().finally(() => underWay.delete(key));
  underWay.set(key, searching);
  const fresh = await searching;
  found.delete(key);
  found.set(key, fresh);
  for (const oldest of found.keys()) {
    if (found.size <= most) break;
    found.delete(oldest);
  }
  const rows = fresh.ids.length === 0 ? [] : (await read(fresh.ids)).rows;
  return { rows, count: fresh.count };
}

function cacheOf(db: Db): SearchCache {
  const cache = caches.get(db) ?? { found: new Map(), underWay: new Map() };
  caches.set(db, cache);
  return cache;
}
