/** How sending stands. */
export type SendingState =
  | 'idle'
  | 'sending'
  | 'waiting for a network'
  /** Facts are at the office; the agent wants photos to go over Wi-Fi alone. */
  | 'waiting for Wi-Fi'
  | 'waiting for the password';

/** The record `sending`: what the loop that sends says of itself. */
export interface SendingRecord {
  state: SendingState;
  nextTryAt: number;
  lastSentAt: string | null;
}

export const nothingSent: SendingRecord = { state: 'idle', nextTryAt: 0, lastSentAt: null };
