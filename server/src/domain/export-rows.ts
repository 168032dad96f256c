import { type RawBuilder, sql } from 'kysely';

/** A value of an export; a moment is `YYYY-MM-DD HH:MM` in the provider's time zone. */
export type ExportCell = string | number | null;

export interface ExportColumn {
  heading: string;
  kind: 'text' | 'number' | 'moment';
}

/** A column of an export, and the SQL of its value. */
export interface StoredColumn extends ExportColumn {
  value: (timeZone: string) => RawBuilder<unknown>;
}

export const textColumn = (heading: string, value: RawBuilder<unknown>): StoredColumn => ({
  ...{ heading, kind: 'text' },
  value: () => value,
});

export const numberColumn = (heading: string, value: RawBuilder<unknown>): StoredColumn => ({
  ...{ heading, kind: 'number' },
  value: () => value,
});

export const momentColumn = (heading: string, moment: RawBuilder<unknown>): StoredColumn => ({
  ...{ heading, kind: 'moment' },
  value: (timeZone) =>
    sql`to_char(${moment}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`,
});

const yes = (condition: RawBuilder<unknown>) => sql`case when ${condition} then 'Yes' end`;

const isStopped = sql`a.clock_stopped_at <= now()`;

/** What is exported of the applicants `a`, under headings that an upload understands. */
export const applicantExport: readonly StoredColumn[] = [
  textColumn('Application ID', sql`a.application_id`),
  textColumn('Applicant Name', sql`a.applicant_name`),
  textColumn('Applicant Type', sql`a.applicant_type`),
  textColumn('Portfolio Name', sql`a.portfolio_name`),
  textColumn('Product Type', sql`a.product_type`),
  textColumn('Visit Type', sql`a.visit_type`),
  textColumn('Mobile Number', sql`a.mobile_number`),
  textColumn('Pin Code', sql`a.pin_code`),
  textColumn('Address', sql`a.address`),
  textColumn('Message', sql`a.message`),
];

/** The clock of the applicants `a`, with the joins of {@link lenderOfApplicant}. */
export const clockExport: readonly StoredColumn[] = [
  textColumn('Lender', sql`l.name`),
  momentColumn('Received', sql`coalesce(a.received_at, a.created_at)`),
  momentColumn('Due', sql`a.due_at`),
  momentColumn('Deliverable', sql`case when ${isStopped} then a.clock_stopped_at end`),
  textColumn(
    'In Time',
    sql`case when a.due_at is null or a.withdrawn_at is not null then null
      when ${isStopped} then case when a.clock_stopped_at <= a.due_at then 'Yes' else 'No' end
      when a.paused_at is null and now() > a.due_at then 'No' end`,
  ),
  textColumn('Urgent', yes(sql`a.is_urgent`)),
  textColumn('Withdrawn', yes(sql`a.withdrawn_at is not null`)),
];

/** The lender `l` of the applicants `a`: that of the rule that was applied, or of the portfolio. */
export const lenderOfApplicant = sql`left join turnaround_rules r on r.id = a.rule_id
  left join lender_portfolios lp on lp.portfolio_name = a.portfolio_name
  left join lenders l on l.id = coalesce(r.lender_id, lp.lender_id)`;

/** The values of columns as one JSON array, `cells`. */
export const cellsOf = (columns: readonly StoredColumn[], timeZone: string) =>
  sql<ExportCell[]>`json_build_array(${sql.join(columns.map(({ value }) => value(timeZone)))})`;
