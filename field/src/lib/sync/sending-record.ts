export type SendingState =
  | 'idle'
  | 'sending'
  | 'waiting for a network'
  /** Photos wait, because the agent wants to send photos over Wi-Fi only. All else was sent or rejected. */
  | 'waiting for Wi-Fi'
  | 'waiting for the password';

export interface SendingRecord {
  state: SendingState;
  nextTryAt: number;
  lastSentAt: string | null;
}

export const nothingSent: SendingRecord = { state: 'idle', nextTryAt: 0, lastSentAt: null };
