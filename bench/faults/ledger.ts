/** The writes of the clients. Writes that the server confirmed must exist whatever happens to the server. */
export interface Ledger {
  /** The application ids of each upload, and whether the upload was acknowledged. The keys are the uploads' names. */
  uploads: Map<string, { ids: string[]; acknowledged: boolean }>;
  assigned: Map<number, number>;
  /**
   * The SHA-256 of each submission's photos, by Idempotency-Key. `id` is set once the server confirms the
   * submission.
   */
  submitted: Map<string, { photos: string[]; id: number | undefined }>;
  /** The SHA-256 of each visit's acknowledged photos, by the id of the visit. */
  visits: Map<string, Set<string>>;
  /** The last acknowledged decision of each verification, and a decision that is not acknowledged yet. */
  decided: Map<number, { acknowledged?: string; unknown?: string }>;
  /** The SHA-256 of each downloaded PDF. */
  reports: Set<string>;
  /**
   * The counts of writes by kind. `done`: confirmed. `refused`: rejected with 503 or 409, and may be sent
   * again. `cut`: no response. `repeated`: confirmed when sent again.
   */
  tally: Record<string, { done: number; refused: number; cut: number; repeated: number }>;
  wrong: string[];
  /** The request that took longest, answered or cut off, and its duration in milliseconds. */
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
