import type { CallResult } from '@doorstep/contract/visits/calls';
import type { Encrypted } from '../db/encrypted.ts';

/** The part of a call that the phone shows; readable while unlocked. */
export interface CallDetails {
  /** The applicant's. The task may leave the phone before the agent answers. */
  name: string;
  assignmentVersion: number;
  /** When the dialer was opened, by the server's clock as far as it is known. */
  at: string;
  /** Null until the agent has said how it went. */
  result: CallResult | null;
  appointmentAt: string | null;
}

/** A call that was begun with the app. */
export interface StoredCall {
  id: string;
  taskId: number;
  /**
   * `asked`: the agent has not said yet how it went; `waiting`: to be sent; `refused`: rejected, and tried again with
   * the next sending; `sent`.
   */
  state: 'asked' | 'waiting' | 'refused' | 'sent';
  /** Milliseconds of the phone's clock. */
  begunAt: number;
  details: Encrypted<CallDetails>;
  /** The answered call, encrypted to the server's key, as base64, until it is sent. */
  envelope?: string;
}
