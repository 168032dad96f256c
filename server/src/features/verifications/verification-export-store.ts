import { reportFields } from '@doorstep/contract/exports/fields';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import {
  applicantExport,
  cellsOf,
  clockExport,
  type ExportCell,
  type ExportColumn,
  lenderOfApplicant,
  momentColumn,
  numberColumn,
  textColumn,
} from '../../domain/export-rows.ts';
import { outcome, visitedAt } from '../../domain/visits/visit-of-verification.ts';

const stored = [
  numberColumn('verification_id', sql`v.id`),
  ...applicantExport,
  textColumn('status', sql`a.status`),
  momentColumn('created', sql`a.created_at`),
  textColumn('agent', sql`agent.name`),
  textColumn('outcome', outcome),
  momentColumn('visited', visitedAt),
  momentColumn('submitted', sql`v.submitted_at`),
  textColumn('observation', sql`v.overall_observation`),
  textColumn('decision', sql`v.admin_decision`),
  textColumn('decided_by', sql`admin.name`),
  momentColumn('decided', sql`v.decided_at`),
  textColumn('decision_notes', sql`v.decision_notes`),
  textColumn('remark', sql`v.remark`),
  textColumn('verification_address', sql`v.verification_address`),
  numberColumn('latitude', sql`v.latitude`),
  numberColumn('longitude', sql`v.longitude`),
  numberColumn('photos', sql`v.image_count`),
  ...clockExport,
];

/** With `shortName`, the columns include the form fields of each verification's last report. */
export const verificationExportColumns = (shortName?: string): ExportColumn[] => [
  ...stored,
  ...(shortName === undefined ? [] : reportFields(shortName)).map(({ field, heading }) => ({
    ...{ field, heading },
    kind: 'text' as const,
  })),
];

/** Reads rows with the columns of {@link verificationExportColumns}, newest first. */
export async function readVerificationExport(
  db: Db,
  ids: readonly number[],
  timeZone: string,
  shortName?: string,
): Promise<ExportCell[][]> {
  // Leaves out the form while a decision waits for its second look, because the form would reveal the
  // decision.
  const report =
    shortName === undefined
      ? sql`null`
      : sql`(select json_build_object('template', p.template, 'form', p.form) from reports p
          where p.verification_id = v.id and p.finished_at is not null
            and (v.admin_decision <> 'pending' or v.second_look is null)
          order by p.version desc limit 1)`;
  const { rows } = await sql<{ cells: ExportCell[]; report: LastReport | null }>`
    select ${cellsOf(stored, timeZone)} as cells, ${report} as report
    from verifications v join applicants a on a.id = v.applicant_id
    join users agent on agent.id = v.agent_id left join users admin on admin.id = v.decided_by ${lenderOfApplicant}
    where v.id = any(${ids}::bigint[]) order by v.id desc`.execute(db);
  if (shortName === undefined) return rows.map(({ cells }) => cells);
  const fields = reportFields(shortName);
  return rows.map(({ cells, report: last }) => [
    ...cells,
    ...fields.map(({ template, name }) =>
      last?.template === template ? textOf(last.form[name]) : null,
    ),
  ]);
}

interface LastReport {
  template: string;
  form: Record<string, unknown>;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
