/** What clients got confirmed, as they would remember it: what must be there whatever happens to the server. */
export interface Ledger {
  /** Application ids of each upload, by its first one; whether it was acknowledged. */
  uploads: Map<string, { ids: string[]; acknowledged: boolean }>;
  /** Applicant's number and the agent's. */
  assigned: Map<number, number>;
  /** Idempotency-Keys of submissions and their photos' SHA-256. */
  submitted: Map<string, { photos: string[]; id: number | undefined }>;
  /** Visits that phones sent, and the SHA-256 of those of their photos that were acknowledged. */
  visits: Map<string, Set<string>>;
  /** The decision last acknowledged, and one whose answer never came. */
  decided: Map<number, { acknowledged?: string; unknown?: string }>;
  /** SHA-256 of PDFs that were downloaded. */
  reports: Set<string>;
  /** Writes by kind: confirmed, asked to try again (503, or a 409 of the same request), cut off; confirmed when they were sent again. */
  tally: Record<string, { done: number; refused: number; cut: number; repeated: number }>;
  /** Answers that nobody should get. */
  wrong: string[];
  /** The longest request, and its milliseconds, whether it was answered or cut off. */
  longest: { what: string; ms: number };
}

export const openLedger = (): Ledger => ({
  uploads: new Map(),
  assigned: new Map(),
  submitted: new Map(),
  visits: new Map(),
  decided: new Map(),
  reports: new Set(),
  tally: {},
  wrong: [],
  longest: { what: '', ms: 0 },
});
