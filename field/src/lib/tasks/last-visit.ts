import type { StoredDraft } from '../db/database.ts';
import { decrypt, type Encrypted } from '../db/encrypted.ts';
import { placeOf } from '../place/best-fix.ts';
import type { QueuedVisit } from '../sync/queued-visit.ts';
import type { Draft } from '../visit/draft.ts';
import type { Point } from './route.ts';

export interface LastVisit extends Point {
  at: string;
}

export async function findLastVisit(
  key: CryptoKey,
  drafts: readonly StoredDraft[],
  outbox: readonly QueuedVisit[],
): Promise<LastVisit | null> {
  const open = await Promise.all(
    drafts.map(async ({ encrypted }): Promise<LastVisit | null> => {
      const draft = await decrypt(key, encrypted as Encrypted<Draft>);
      const place = placeOf(draft);
      return place && { ...pointOf(place), at: draft.arrivedAt };
    }),
  );
  const last = await findLastFinished(key, outbox);
  return [...open, last].reduce(
    (latest, one) => (one && (!latest || isLater(one.at, latest.at)) ? one : latest),
    null,
  );
}

async function findLastFinished(
  key: CryptoKey,
  outbox: readonly QueuedVisit[],
): Promise<LastVisit | null> {
  const latestFirst = outbox.toSorted((a, b) => (isLater(a.finishedAt, b.finishedAt) ? -1 : 1));
  for (const { summary, finishedAt } of latestFirst) {
    // Null if the PIN was forgotten since the visit was finished.
    const place = (await decrypt(key, summary).catch(() => null))?.place;
    if (place) return { ...pointOf(place), at: finishedAt };
  }
  return null;
}

const isLater = (one: string, other: string) => Date.parse(one) > Date.parse(other);
const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude });
