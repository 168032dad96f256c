/** The data that the server confirmed to clients, so it must exist whatever happens to the server. */
export interface Ledger {
  /** The application ids of each upload, by its first one, and whether it was acknowledged. */
  uploads: Map<string, { ids: string[]; acknowledged: boolean }>;
  /** The applicant's number and the agent's. */
  assigned: Map<number, number>;
  /** Idempotency-Keys of submissions and their photos' SHA-256. */
  submitted: Map<string, { photos: string[]; id: number | undefined }>;
  /** Visits that phones sent, and the SHA-256 of their acknowledged photos. */
  visits: Map<string, Set<string>>;
  /** The decision last acknowledged, and one that was never answered. */
  decided: Map<number, { acknowledged?: string; unknown?: string }>;
  /** SHA-256 of downloaded PDFs. */
  reports: Set<string>;
  /**
   * Writes by kind: confirmed, asked to try again (503, or a 409 of the same request), cut off; confirmed
   * when sent again.
   */
  tally: Record<string, { done: number; refused: number; cut: number; repeated: number }>;
  /** Unacceptable responses. */
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
