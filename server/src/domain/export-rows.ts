import { type ExportField, exportHeadings } from '@doorstep/contract/exports/fields';
import type { DateFormat } from '@doorstep/contract/exports/layouts';
import { type RawBuilder, sql } from 'kysely';
import { isInTime, ranUntil } from './clock/reported-times.ts';

/** The value of a cell. A timestamp is `YYYY-MM-DD HH:MM` in the provider's time zone. */
export type ExportCell = string | number | null;

export interface ExportColumn {
  /** The name of the column's field in a lender's layout. */
  field: string;
  heading: string;
  kind: 'text' | 'number' | 'moment';
  format?: DateFormat;
}

export interface StoredColumn extends ExportColumn {
  value: (timeZone: string) => RawBuilder<unknown>;
}

const columnOf =
  (kind: 'text' | 'number') =>
  (field: ExportField, value: RawBuilder<unknown>): StoredColumn => ({
    ...{ field, heading: exportHeadings[field], kind },
    value: () => value,
  });
export const textColumn = columnOf('text');
export const numberColumn = columnOf('number');

export const momentColumn = (field: ExportField, moment: RawBuilder<unknown>): StoredColumn => ({
  ...{ field, heading: exportHeadings[field], kind: 'moment' },
  value: (timeZone) =>
    sql`to_char(${moment}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`,
});

const yes = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'Yes' end`;

const isStopped = sql`a.clock_stopped_at <= now()`;

/**
 * Returns SQL for the hours from a moment to {@link ranUntil}; null if the clock has not stopped. Counts all
 * hours, not only working hours.
 */
const hoursBetween = (from: RawBuilder<unknown>) =>
  sql`case when ${isStopped} then round(extract(epoch from ${ranUntil} - ${from}) / 3600, 1) end`;

/** The exported columns of applicants `a`, under headings that an upload understands. */
export const applicantExport: readonly StoredColumn[] = [
  textColumn('application_id', sql`a.application_id`),
  textColumn('applicant_name', sql`a.applicant_name`),
  textColumn('applicant_type', sql`a.applicant_type`),
  textColumn('portfolio_name', sql`a.portfolio_name`),
  textColumn('product_type', sql`a.product_type`),
  textColumn('visit_type', sql`a.visit_type`),
  textColumn('mobile_number', sql`a.mobile_number`),
  textColumn('pin_code', sql`a.pin_code`),
  textColumn('address', sql`a.address`),
  textColumn('message', sql`a.message`),
];

/** The columns about the clock of applicants `a`. They need the joins of {@link lenderOfApplicant}. */
export const clockExport: readonly StoredColumn[] = [
  textColumn('lender', sql`l.name`),
  momentColumn('received', sql`coalesce(a.received_at, a.created_at)`),
  momentColumn('due', sql`a.due_at`),
  momentColumn('deliverable', sql`case when ${isStopped} then a.clock_stopped_at end`),
  textColumn(
    'in_time',
    sql`case when a.due_at is null or a.withdrawn_at is not null then null
      when ${isStopped} then case when ${isInTime} then 'Yes' else 'No' end
      when a.paused_at is null and now() > a.due_at then 'No' end`,
  ),
  numberColumn('hours_taken', hoursBetween(sql`coalesce(a.received_at, a.created_at)`)),
  numberColumn('hours_late', hoursBetween(sql`a.due_at`)),
  textColumn('urgent', yes(sql`a.is_urgent`)),
  textColumn('withdrawn', yes(sql`a.withdrawn_at is not null`)),
];

/**
 * The joins for the lender `l` of applicants `a`: the lender of the applied rule, otherwise the lender of
 * the portfolio.
 */
export const lenderOfApplicant = sql`left join turnaround_rules r on r.id = a.rule_id
  left join lender_portfolios lp on lp.portfolio_name = a.portfolio_name
  left join lenders l on l.id = coalesce(r.lender_id, lp.lender_id)`;

export const cellsOf = (columns: readonly StoredColumn[], timeZone: string) =>
  sql<ExportCell[]>`json_build_array(${sql.join(columns.map(({ value }) => value(timeZone)))})`;
