import * as z from 'zod/mini';

const Draft = z.object({
  /** The values that differ from those that the form opened with. */
  values: z.record(z.string(), z.string()),
  /** The photos that the user took out of the report, identified by {@link photoKey}. */
  removed: z.array(z.string()),
  savedAt: z.number(),
});
export type Draft = z.infer<typeof Draft>;

const prefix = 'doorstep:draft:';
/**
 * The lifetime of a draft, in milliseconds. Drafts contain personal data and must not stay in a browser
 * forever.
 */
const keptFor = 30 * 24 * 3_600_000;

/**
 * Returns the storage key of a draft. The user's ID is part of the key, because several users may share a
 * browser.
 */
export const draftKey = (owner: number | string | undefined, id: string, template: string) =>
  `${prefix}${owner}:${template}:${id}`;

export function readDraft(key: string): Draft | undefined {
  try {
    return z.parse(Draft, JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return undefined;
  }
}

/** Saves a draft. Returns false if the browser's storage is full or blocked. */
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
    // If the browser blocks storage, there is no draft to delete.
  }
}

/** Deletes all users' drafts that were last saved more than 30 days ago, except the draft at `open`. */
export function dropOldDrafts(open: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix) || key === open) continue;
      if ((readDraft(key)?.savedAt ?? 0) < Date.now() - keptFor) dropDraft(key);
    }
  } catch {
    // If the browser blocks storage, there are no drafts.
  }
}
