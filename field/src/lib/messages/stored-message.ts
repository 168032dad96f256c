import type { Encrypted } from '../db/encrypted.ts';

/**
 * A text to the office, which the phone can read only while unlocked. `late`: the office has the message,
 * but the task was no longer the agent's.
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

/** `upTo` is the id of the office's last message that the agent has opened in the task. */
export interface StoredRead {
  taskId: number;
  upTo: string;
  isSent: boolean;
}
