import type { ExportFormat, ExportList } from '@doorstep/contract/exports';
import type { Generated } from 'kysely';
import type { Moment, OptionalMoment } from './columns.ts';

export interface ExportTables {
  exports: {
    id: string;
    requested_by: number;
    list: ExportList;
    format: ExportFormat;
    query: string;
    with_report: boolean;
    total: Generated<number>;
    done: Generated<number>;
    created_at: Moment;
    leased_until: OptionalMoment;
    tries: Generated<number>;
    finished_at: OptionalMoment;
    file: Buffer | null;
  };
}
