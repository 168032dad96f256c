import type { SignedIn } from '../../../http/access/authentication.ts';

type Found = Promise<SignedIn | undefined>;

const mostCached = 10_000;

/**
 * Caches what the database said of a session. A session that ends in this process must be forgotten with `forget`;
 * one that ends elsewhere may be used until its entry is `milliseconds` old.
 */
export function sessionCache(milliseconds: number, read: (id: string) => Found) {
  const cached = new Map<string, { found: Found; since: number }>();
  return {
    find(id: string): Found {
      const now = performance.now();
      const entry = cached.get(id);
      if (entry && now - entry.since < milliseconds) return entry.found;
      // Entries are never looked for by age, so the map is emptied when it is full.
      if (cached.size >= mostCached) cached.clear();
      const found = read(id);
      cached.set(id, { found, since: now });
      found.catch(() => {
        if (cached.get(id)?.found === found) cached.delete(id);
      });
      return found;
    },
    /** Also forgets the answers that are still on their way: they may be older than the change. */
    forget: () => cached.clear(),
  };
}
