import { useState } from 'react';

type Id = string | number;

/**
 * Returns React keys for rows. A key stays with its row. If all rows change, as on another page, the new
 * rows take the keys by position, so that React reuses the elements.
 */
export function useRowKeys(ids: readonly Id[]): readonly number[] {
  const [known, setKnown] = useState(() => ({ ids, keys: ids.map((_, index) => index) }));
  if (isSame(known.ids, ids)) return known.keys;
  const next = { ids, keys: assignKeys(known, ids) };
  setKnown(next);
  return next.keys;
}

const isSame = (one: readonly Id[], other: readonly Id[]) =>
  one.length === other.length && one.every((id, index) => id === other[index]);

function assignKeys(
  known: { ids: readonly Id[]; keys: readonly number[] },
  ids: readonly Id[],
): number[] {
  const keyOf = new Map(known.ids.map((id, index) => [id, known.keys[index]]));
  const isTurned = !ids.some((id) => keyOf.has(id));
  let free = Math.max(-1, ...known.keys) + 1;
  return ids.map((id, index) => (isTurned ? known.keys[index] : keyOf.get(id)) ?? free++);
}
