import type { Db } from './connection.ts';

/** What a search found, and the state of everything it looked at. */
export interface Found {
  /** Changes whenever another answer might be right. */
  version: string;
  count: number;
  /** Of the page that was asked for, newest first. */
  ids: number[];
}

const most = 500;
const kept = new WeakMap<object, Map<string, Found>>();
const underWay = new WeakMap<object, Map<string, Promise<Found>>>();
const kinds = new WeakMap<object, object>();

/** Lets what is found by way of `db` be kept with what is found in `as`: of both the versions mean the same. */
export function keptAsOf(db: Db, as: object): void {
  kinds.set(db, as);
}

/**
 * The rows of a page of a search. A search that was made before is made again only if something has changed since:
 * `read` tells the present version with the rows, in one snapshot, so that an old answer is never given.
 */
export async function searchOnce<Row>(
  db: Db,
  key: string,
  read: (ids: number[]) => Promise<{ version: string; rows: Row[] }>,
  search: () => Promise<Found>,
): Promise<{ rows: Row[]; count: number }> {
  const known = of(kept, db);
  const running = of(underWay, db);
  // Whoever asks the same meanwhile waits, and then looks whether that answer is still right.
  await running.get(key)?.catch(() => {});
  const earlier = known.get(key);
  if (earlier) {
    const { version, rows } = await read(earlier.ids);
    if (version === earlier.version) return { rows, count: earlier.count };
  }
  const begun = running.get(key);
  const searching = begun ?? search().finally(() => running.delete(key));
  running.set(key, searching);
  const found = await searching;
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) {
    if (known.size <= most) break;
    known.delete(oldest);
  }
  const { version, rows } =
    found.ids.length === 0 && !(begun && kinds.has(db))
      ? { version: found.version, rows: [] }
      : await read(found.ids);
  // Whoever began this search may have been shown an earlier state by a replica than this caller has seen.
  if (begun && kinds.has(db) && version !== found.version) {
    const { ids, count } = await search();
    return { rows: (await read(ids)).rows, count };
  }
  return { rows, count: found.count };
}

function of<V>(maps: WeakMap<object, Map<string, V>>, db: Db): Map<string, V> {
  const kind = kinds.get(db) ?? db;
  const map = maps.get(kind) ?? new Map<string, V>();
  maps.set(kind, map);
  return map;
}
