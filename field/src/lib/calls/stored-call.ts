import type { CallResult } from '@doorstep/contract/visits/calls';
import type { Encrypted } from '../db/encrypted.ts';

export interface CallDetails {
  /** The applicant's name, because the task may leave the phone before the agent answers. */
  name: string;
  assignmentVersion: number;
  /** The time when the dialer was opened, by the server's clock if the clock difference is known. */
  at: string;
  result: CallResult | null;
  appointmentAt: string | null;
}

export interface StoredCall {
  id: string;
  taskId: number;
  /**
   * `asked`: the agent has not answered how the call went. `waiting`: not sent yet. `refused`: rejected by
   * the office, and sent again each time that the phone sends something else. `sent`: the office has the
   * call.
   */
  state: 'asked' | 'waiting' | 'refused' | 'sent';
  /** The start of the call in milliseconds, by the phone's clock. */
  begunAt: number;
  details: Encrypted<CallDetails>;
  /**
   * The call with its result, encrypted to the server's key, as base64. Absent while there is no result, and
   * after sending.
   */
  envelope?: string;
}
