/** How sending stands. */
export type SendingState =
  | 'idle'
  | 'sending'
  | 'waiting for a network'
  /** The office has the facts; the agent lets photos go over Wi-Fi only. */
  | 'waiting for Wi-Fi'
  | 'waiting for the password';

/** The record `sending`, written by the loop that sends. */
export interface SendingRecord {
  state: SendingState;
  nextTryAt: number;
  lastSentAt: string | null;
}

export const nothingSent: SendingRecord = { state: 'idle', nextTryAt: 0, lastSentAt: null };
