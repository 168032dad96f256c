import type { HeldReason } from '@doorstep/contract/visits/held';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { Encrypted } from '../db/encrypted.ts';

/** The part of a visit that the queue shows; readable while unlocked. */
export interface VisitSummary {
  name: string;
  visitType: string;
  address: string;
  pinCode: string;
  /** Missing if an earlier version of the app finished the visit. */
  outcome?: VisitOutcome;
  /** For attempts only. */
  tryAgainAt?: string | null;
  /** Where it was, rounded to about a hundred metres. Missing without a fix. */
  place?: { latitude: number; longitude: number };
}

/**
 * `waiting` for its turn or a network; `sending`; `received`: completely at the office; `held`: at the office, for an
 * admin to settle; `refused`: the server rejects it, and it stays here with the reason.
 */
type QueueState = 'waiting' | 'sending' | 'received' | 'held' | 'refused';

/** Why a visit is held. `visited_by_self`: it follows a visit of the same agent, perhaps from another phone. */
type HeldWhy = HeldReason | 'visited_by_self';

export interface QueuedPhoto {
  sha256: string;
  /** The size of the encrypted photo, and how much of it the server has. */
  bytes: number;
  sent: number;
  /** Whether the photo is the signature, which no count of photos includes. */
  isSignature?: boolean;
}

/** A finished visit. The phone can't read it or its photos, because they are encrypted to the server. */
export interface QueuedVisit {
  visitId: string;
  taskId: number;
  assignmentVersion: number;
  /** False for an attempt: its task stays open. */
  isFinal: boolean;
  finishedAt: string;
  state: QueueState;
  /** The signed manifest, encrypted to the server's key, as base64. Deleted some days after the receipt. */
  envelope: string;
  summary: Encrypted<VisitSummary>;
  /** The signature first. */
  photos: QueuedPhoto[];
  /** Whether the office has the facts, perhaps without some photos. */
  areFactsThere: boolean;
  heldBecause: HeldWhy | null;
  /** The colleague who has the task now, if the visit is held for that reason; readable while unlocked. */
  colleague: Encrypted<string> | null;
  /** The error code, if the server rejected the visit. */
  refusal: string | null;
  /** When the server confirmed that it has everything. */
  receivedAt: string | null;
  /** Whether the agent has it as a file. Signing out may then delete it. */
  isSavedToFile: boolean;
}
