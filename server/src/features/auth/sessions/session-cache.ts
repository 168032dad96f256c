import type { SignedIn } from '../../../http/access/authentication.ts';

type Found = Promise<SignedIn | undefined>;

const mostCached = 10_000;

/**
 * Caches lookups of sessions. Call `forget` when a session ends in this process. If another process ends a
 * session, this process accepts the session until the entry is `milliseconds` old.
 */
export function sessionCache(milliseconds: number, read: (id: string) => Found) {
  const cached = new Map<string, { found: Found; since: number }>();
  return {
    find(id: string): Found {
      const now = performance.now();
      const entry = cached.get(id);
      if (entry && now - entry.since < milliseconds) return entry.found;
      // Empties a full cache completely, because its entries are not ordered by age.
      if (cached.size >= mostCached) cached.clear();
      const found = read(id);
      cached.set(id, { found, since: now });
      found.catch(() => {
        if (cached.get(id)?.found === found) cached.delete(id);
      });
      return found;
    },
    /**
     * Also discards lookups that are still running, because they may have read the session before it changed.
     */
    forget: () => cached.clear(),
  };
}
