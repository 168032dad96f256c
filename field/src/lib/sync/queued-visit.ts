import type { HeldReason } from '@doorstep/contract/visits/held';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { Encrypted } from '../db/encrypted.ts';

/** What the queue's row says of a visit; readable with the lock open only. */
export interface VisitSummary {
  name: string;
  visitType: string;
  address: string;
  pinCode: string;
  /** Missing where an earlier version of the app finished the visit. */
  outcome?: VisitOutcome;
  /** Of an attempt. */
  tryAgainAt?: string | null;
}

/**
 * `waiting` for its turn, or for a network; `sending`; `received`: all of it is at the office; `held`: at the office, for an
 * admin to settle; `refused`: the server does not accept it; it stays here with the reason.
 */
type QueueState = 'waiting' | 'sending' | 'received' | 'held' | 'refused';

/** Why a visit is held; `visited_by_self`: after a visit of the same agent, as from another phone. */
type HeldWhy = HeldReason | 'visited_by_self';

export interface QueuedPhoto {
  sha256: string;
  /** The size of the encrypted photo, and how much of it the server has. */
  bytes: number;
  sent: number;
}

/** A finished visit. Neither it nor its photos can be read by the phone any more: they are encrypted to the server. */
export interface QueuedVisit {
  visitId: string;
  taskId: number;
  assignmentVersion: number;
  /** False for an attempt: its task stays open. */
  isFinal: boolean;
  finishedAt: string;
  state: QueueState;
  /** The manifest with its signature, encrypted to the server's key, as base64. Dropped some days after the receipt. */
  envelope: string;
  summary: Encrypted<VisitSummary>;
  photos: QueuedPhoto[];
  /** Whether the office has the facts, with or without all photos. */
  areFactsThere: boolean;
  heldBecause: HeldWhy | null;
  /** The colleague who has the task now, where the visit is held for that reason; readable with the lock open only. */
  colleague: Encrypted<string> | null;
  /** The code of the server's answer, where it refused the visit. */
  refusal: string | null;
  /** When the server confirmed that it has all of it. */
  receivedAt: string | null;
  /** Whether the agent has a file of it: then signing out may drop it. */
  isSavedToFile: boolean;
}
