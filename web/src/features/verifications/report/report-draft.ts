import * as z from 'zod/mini';

const Draft = z.object({
  /** What was typed: the fields that differ from the form as it opened. */
  values: z.record(z.string(), z.string()),
  /** Photos left out, by {@link photoKey}. */
  removed: z.array(z.string()),
  savedAt: z.number(),
});
export type Draft = z.infer<typeof Draft>;

const keyOf = (id: string, template: string) => `doorstep:draft:${template}:${id}`;

/** The draft kept for a report, or undefined: none, unreadable, or storage is blocked. */
export function readDraft(id: string, template: string): Draft | undefined {
  try {
    return z.parse(Draft, JSON.parse(localStorage.getItem(keyOf(id, template)) ?? ''));
  } catch {
    return undefined;
  }
}

/** Keeps a draft; says whether the browser had room for it. */
export function saveDraft(id: string, template: string, draft: Omit<Draft, 'savedAt'>): boolean {
  try {
    localStorage.setItem(keyOf(id, template), JSON.stringify({ ...draft, savedAt: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(id: string, template: string): void {
  try {
    localStorage.removeItem(keyOf(id, template));
  } catch {
    // Blocked storage held no draft.
  }
}
