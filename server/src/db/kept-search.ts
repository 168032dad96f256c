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
  let searching = running.get(key);
  if (!searching) {
    searching = search().finally(() => running.delete(key));
    running.set(key, searching);
  }
  const found = await searching;
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) {
    if (known.size <= most) break;
    known.delete(oldest);
  }
  return { rows: found.ids.length === 0 ? [] : (await read(found.ids)).rows, count: found.count };
}

function of<V>(maps: WeakMap<object, Map<string, V>>, db: Db): Map<string, V> {
  const map = maps.get(db) ?? new Map<string, V>();
  maps.set(db, map);
  return map;
}
