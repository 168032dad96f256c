import type { Encrypted } from '../db/encrypted.ts';

/**
 * A text for the office, readable only while unlocked: a draft, or a message that is also encrypted to the
 * server. `late`: the office has the message, but the task was no longer the agent's.
 */
export interface StoredMessage {
  id: string;
  taskId: number;
  state: 'draft' | 'waiting' | 'sent' | 'late' | 'refused';
  writtenAt: string;
  encrypted: Encrypted<string>;
  /** The message, encrypted to the server, as base64. Absent for a draft. */
  envelope?: string;
}

/** The last message of the office that the agent has opened in a task. */
export interface StoredRead {
  taskId: number;
  upTo: string;
  isSent: boolean;
}
