import * as z from 'zod/mini';

const Draft = z.object({
  /** The typed fields, which differ from the opened form. */
  values: z.record(z.string(), z.string()),
  /** The removed photos, by {@link photoKey}. */
  removed: z.array(z.string()),
  savedAt: z.number(),
});
export type Draft = z.infer<typeof Draft>;

const prefix = 'doorstep:draft:';
/** Milliseconds. Drafts contain personal data and must not stay in a browser forever. */
const keptFor = 30 * 24 * 3_600_000;

/** Returns the storage key of a user's draft. Each user of a shared browser sees only their own. */
export const draftKey = (owner: number | string | undefined, id: string, template: string) =>
  `${prefix}${owner}:${template}:${id}`;

/** Returns the draft of a key; undefined without one, or if it is unreadable or storage is blocked. */
export function readDraft(key: string): Draft | undefined {
  try {
    return z.parse(Draft, JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return undefined;
  }
}

/** Saves a draft. Returns whether the browser had space for it. */
export function saveDraft(key: string, draft: Omit<Draft, 'savedAt'>): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Blocked storage had no draft.
  }
}

/** Deletes all users' drafts that were not continued for thirty days, except the one at `open`. */
export function dropOldDrafts(open: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix) || key === open) continue;
      if ((readDraft(key)?.savedAt ?? 0) < Date.now() - keptFor) dropDraft(key);
    }
  } catch {
    // Blocked storage has none.
  }
}
