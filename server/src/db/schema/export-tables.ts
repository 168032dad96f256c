import type { ExportFormat, ExportList } from '@doorstep/contract/exports';
import type { Target } from '@doorstep/contract/exports/daily';
import type { ExportLayout } from '@doorstep/contract/exports/layouts';
import type { Generated, JSONColumnType } from 'kysely';
import type { JsonOf, Moment, OptionalMoment } from './columns.ts';

export type StoredLayout = Pick<ExportLayout, 'lender' | 'columns' | 'date_format' | 'sheet_name'>;

export interface ExportTables {
  daily_exports: {
    lender_id: number;
    at: string;
    format: ExportFormat;
    target: JSONColumnType<Target>;
    secret: Buffer | null;
    since: Moment;
    planned_until: Moment;
    updated_at: Moment;
  };
  deliveries: {
    id: Generated<number>;
    lender_id: number;
    name: string;
    due_at: Moment;
    rows: Generated<number>;
    tries: Generated<number>;
    leased_until: OptionalMoment;
    next_try_at: OptionalMoment;
    failure: string | null;
    sent_at: OptionalMoment;
  };
  delivered_verifications: {
    verification_id: number;
    decided_at: Moment;
    delivery_id: number;
  };
  export_layouts: {
    lender_id: number;
    columns: JsonOf<ExportLayout['columns']>;
    date_format: ExportLayout['date_format'];
    sheet_name: string;
    updated_at: Moment;
  };
  exports: {
    id: string;
    requested_by: number;
    list: ExportList;
    format: ExportFormat;
    query: string;
    with_report: boolean;
    layout: JSONColumnType<StoredLayout> | null;
    total: Generated<number>;
    done: Generated<number>;
    created_at: Moment;
    leased_until: OptionalMoment;
    tries: Generated<number>;
    finished_at: OptionalMoment;
    file: Buffer | null;
  };
}
