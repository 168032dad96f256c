import type { HeldReason } from '@doorstep/contract/visits/held';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { Encrypted } from '../db/encrypted.ts';

/** The part of a visit that the queue shows. It is stored encrypted, so it can't be shown while locked. */
export interface VisitSummary {
  name: string;
  visitType: string;
  address: string;
  pinCode: string;
  /** Missing if an earlier version of the app finished the visit. */
  outcome?: VisitOutcome;
  tryAgainAt?: string | null;
  /** The place of the visit, rounded to about a hundred metres. Missing without a GPS fix. */
  place?: { latitude: number; longitude: number };
}

/**
 * `received`: the office has everything. `held`: the office has everything, and an admin must settle the
 * visit. `refused`: rejected by the server, and kept on the phone.
 */
type QueueState = 'waiting' | 'sending' | 'received' | 'held' | 'refused';

/** `visited_by_self`: the same agent has visited before, perhaps with another phone. */
type HeldWhy = HeldReason | 'visited_by_self';

export interface QueuedPhoto {
  sha256: string;
  /** The size of the encrypted photo. `sent` is the number of bytes that the server has. */
  bytes: number;
  sent: number;
  /** Whether this is the signature. The screens don't count the signature as a photo. */
  isSignature?: boolean;
}

/** The phone can't read the visit or its photos, because both are encrypted to the server. */
export interface QueuedVisit {
  visitId: string;
  taskId: number;
  assignmentVersion: number;
  isFinal: boolean;
  finishedAt: string;
  state: QueueState;
  /** The signed manifest, encrypted to the server's key, as base64. */
  envelope: string;
  summary: Encrypted<VisitSummary>;
  /** The files to send. The signature comes first. */
  photos: QueuedPhoto[];
  /** Whether the office has the `envelope`. Some photos may still be missing. */
  areFactsThere: boolean;
  heldBecause: HeldWhy | null;
  /** The colleague who has the task now, if the visit is held because of a reassignment. */
  colleague: Encrypted<string> | null;
  /** The error code or the HTTP status, if the server rejected the visit. */
  refusal: string | null;
  /** The time when the server confirmed that it has everything. */
  receivedAt: string | null;
  /** If true, signing out may delete the visit. */
  isSavedToFile: boolean;
}
