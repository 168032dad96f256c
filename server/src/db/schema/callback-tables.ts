import type { Callback, CallbackResult } from '@doorstep/contract/callbacks';
import type { DisputeReason } from '@doorstep/contract/disputes';
import type { Generated } from 'kysely';
import type { Moment, OptionalMoment } from './columns.ts';

export interface CallbackTables {
  callbacks: {
    verification_id: number;
    because: Callback['because'];
    asked_by: number | null;
    asked_at: Moment;
    closed_at: OptionalMoment;
    caller_id: number | null;
    calling_until: OptionalMoment;
  };
  callback_calls: {
    id: Generated<number>;
    verification_id: number;
    by_id: number;
    at: Moment;
    result: CallbackResult;
    note: Generated<string>;
  };
  disputes: {
    id: Generated<number>;
    verification_id: number;
    because: DisputeReason;
    note: Generated<string>;
    by_id: number;
    at: Moment;
  };
  reviews_again: {
    verification_id: number;
    denied_id: number;
    since: Moment;
    done_by: number | null;
    done_at: OptionalMoment;
  };
}
