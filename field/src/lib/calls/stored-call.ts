import type { CallResult } from '@doorstep/contract/visits/calls';
import type { Encrypted } from '../db/encrypted.ts';

/** The details of a call, which are readable only while unlocked. */
export interface CallDetails {
  /** The applicant's name. It is stored here, because the task may leave the phone before the agent answers. */
  name: string;
  assignmentVersion: number;
  /** The time when the dialer was opened, by the server's clock if the offset is known. */
  at: string;
  /** Null until the agent has answered how the call went. */
  result: CallResult | null;
  appointmentAt: string | null;
}

/** A call that the agent began in the app. */
export interface StoredCall {
  id: string;
  taskId: number;
  /**
   * `asked`: the agent has not answered how the call went. `waiting`: not sent yet. `refused`: rejected,
   * and tried again with the next sending. `sent`: the office has the call.
   */
  state: 'asked' | 'waiting' | 'refused' | 'sent';
  /** The start of the call, in milliseconds of the phone's clock. */
  begunAt: number;
  details: Encrypted<CallDetails>;
  /** The answered call, encrypted to the server's key, as base64. Absent before the answer and after sending. */
  envelope?: string;
}
