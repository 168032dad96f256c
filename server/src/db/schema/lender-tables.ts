import type { MappedFields, PointFields } from '@doorstep/contract/bulk-upload/mappings';
import type { PauseReason, ruleStarts } from '@doorstep/contract/clock';
import type { Hours, Week } from '@doorstep/contract/lenders/calendars';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
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
  lenders: Named & {
    prints_times: Generated<boolean>;
    second_looks: Generated<boolean>;
    report_second_look: Generated<boolean>;
  };
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
  mappings: {
    id: Generated<number>;
    lender_id: number;
    name: string;
    version: Generated<number>;
    fields: JsonOf<MappedFields>;
    second: JSONColumnType<PointFields> | null;
    headings: ColumnType<string[], string, string>;
    created_at: Moment;
    updated_at: Moment;
    updated_by: number;
    deleted_at: OptionalMoment;
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
