import type { Encrypted } from '../db/encrypted.ts';

/**
 * A text for the office, readable while unlocked: a draft, or a message that is also encrypted to the server.
 * `late`: the office has it, and the task was no longer the agent's.
 */
export interface StoredMessage {
  id: string;
  taskId: number;
  state: 'draft' | 'waiting' | 'sent' | 'late' | 'refused';
  writtenAt: string;
  encrypted: Encrypted<string>;
  /** Absent for a draft. */
  envelope?: string;
}

/** The last message of the office that the agent has opened in a task. */
export interface StoredRead {
  taskId: number;
  upTo: string;
  isSent: boolean;
}
