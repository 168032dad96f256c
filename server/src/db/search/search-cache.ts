import type { Db } from '../connection.ts';

export interface SearchResult {
  /** As long as the version is the same, the result is the same. */
  version: string;
  count: number;
  ids: number[];
}

interface SearchCache {
  found: Map<string, SearchResult>;
  underWay: Map<string, Promise<SearchResult>>;
}

const most = 500;
const caches = new WeakMap<Db, SearchCache>();

/**
 * Returns the rows of one page of a search result. Searches again only if the cached version is outdated.
 * `read` must return the current version and the rows of `ids` from one snapshot, so that an outdated result
 * is never returned.
 */
export async function searchCached<Row>(
  db: Db,
  key: string,
  read: (ids: number[]) => Promise<{ version: string; rows: Row[] }>,
  search: () => Promise<SearchResult>,
): Promise<{ rows: Row[]; count: number }> {
  const { found, underWay } = cacheOf(db);
  // If the same search is running, waits for it and checks its result like any cached result.
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
