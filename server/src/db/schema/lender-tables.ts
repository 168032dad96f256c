import type { PauseReason, ruleStarts } from '@doorstep/contract/clock';
import type { Hours, Week } from '@doorstep/contract/lenders/calendars';
import type { Generated } from 'kysely';
import type { JsonOf, Moment, OptionalMoment } from './columns.ts';

interface Named {
  id: Generated<number>;
  name: string;
  created_at: Moment;
  updated_at: Moment;
  deleted_at: OptionalMoment;
}

export interface LenderTables {
  calendars: Named & { week: JsonOf<Week> };
  calendar_days: { calendar_id: number; day: string; name: string; hours: JsonOf<Hours> };
  lenders: Named;
  lender_portfolios: { portfolio_name: string; lender_id: number };
  turnaround_rules: {
    id: Generated<number>;
    lender_id: number;
    product_type: string | null;
    visit_type: string | null;
    pin_prefix: string | null;
    minutes: number;
    calendar_id: number;
    starts: (typeof ruleStarts)[number];
    valid_from: string;
    created_at: Moment;
    ended_at: OptionalMoment;
  };
  clock_pauses: {
    id: Generated<number>;
    applicant_id: number;
    because: PauseReason;
    from_at: Moment;
    by_id: number;
    to_at: OptionalMoment;
    resumed_by: number | null;
  };
}
