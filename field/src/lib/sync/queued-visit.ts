import type { HeldReason } from '@doorstep/contract/visits/held';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { Encrypted } from '../db/encrypted.ts';

/** The part of a visit that the queue shows. This part is readable only while unlocked. */
export interface VisitSummary {
  name: string;
  visitType: string;
  address: string;
  pinCode: string;
  /** Missing if an earlier version of the app finished the visit. */
  outcome?: VisitOutcome;
  /** The time to try again. Only attempts have one. */
  tryAgainAt?: string | null;
  /** The place of the visit, rounded to about a hundred metres. Missing without a fix. */
  place?: { latitude: number; longitude: number };
}

/**
 * `waiting`: not sent yet. `sending`: being sent. `received`: completely at the office. `held`: at the
 * office, where an admin must settle the visit. `refused`: rejected by the server, and stored here with the
 * reason.
 */
type QueueState = 'waiting' | 'sending' | 'received' | 'held' | 'refused';

/**
 * The reason why a visit is held. `visited_by_self`: the same agent has visited before, perhaps with
 * another phone.
 */
type HeldWhy = HeldReason | 'visited_by_self';

export interface QueuedPhoto {
  sha256: string;
  /** The size of the encrypted photo in bytes. `sent` is the number of bytes that the server has. */
  bytes: number;
  sent: number;
  /** Whether the photo is the signature, which no count of photos includes. */
  isSignature?: boolean;
}

/** A finished visit. The phone can't read the visit or its photos, because both are encrypted to the server. */
export interface QueuedVisit {
  visitId: string;
  taskId: number;
  assignmentVersion: number;
  /** Whether the visit is final. The task of an attempt stays open. */
  isFinal: boolean;
  finishedAt: string;
  state: QueueState;
  /** The signed manifest, encrypted to the server's key, as base64. Deleted some days after the receipt. */
  envelope: string;
  summary: Encrypted<VisitSummary>;
  /** The files to send. The signature comes first. */
  photos: QueuedPhoto[];
  /** Whether the office has the facts. Some photos may still be missing. */
  areFactsThere: boolean;
  heldBecause: HeldWhy | null;
  /**
   * The colleague who has the task now, if the visit is held because of a reassignment. Readable only while
   * unlocked.
   */
  colleague: Encrypted<string> | null;
  /** The error code, if the server rejected the visit. */
  refusal: string | null;
  /** The time when the server confirmed that it has everything. */
  receivedAt: string | null;
  /** Whether the agent has saved the visit to a file. If so, signing out may delete the visit. */
  isSavedToFile: boolean;
}
