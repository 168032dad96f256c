import * as z from 'zod/mini';

const Draft = z.object({
  /** What was typed: the fields that differ from the form as it opened. */
  values: z.record(z.string(), z.string()),
  /** Photos left out, by {@link photoKey}. */
  removed: z.array(z.string()),
  savedAt: z.number(),
});
export type Draft = z.infer<typeof Draft>;

const prefix = 'doorstep:draft:';
/** Milliseconds: what drafts hold of people must not stay in a browser for ever. */
const keptFor = 30 * 24 * 3_600_000;

/** Where the draft of one's report is kept: who signs in at the same browser finds their own alone. */
export const draftKey = (owner: number | string | undefined, id: string, template: string) =>
  `${prefix}${owner}:${template}:${id}`;

/** The draft kept under a key, or undefined: none, unreadable, or storage is blocked. */
export function readDraft(key: string): Draft | undefined {
  try {
    return z.parse(Draft, JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return undefined;
  }
}

/** Keeps a draft; says whether the browser had room for it. */
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
    // Blocked storage held no draft.
  }
}

/** Drops the drafts, whoever's, that nobody has gone on with for thirty days; but not the one at `open`. */
export function dropOldDrafts(open: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefix) || key === open) continue;
      if ((readDraft(key)?.savedAt ?? 0) < Date.now() - keptFor) dropDraft(key);
    }
  } catch {
    // Blocked storage holds none.
  }
}
