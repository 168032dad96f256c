import { formOf } from '@doorstep/contract/reports';
import { textFields } from '@doorstep/contract/reports/definition';
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
  numberColumn('Verification ID', sql`v.id`),
  ...applicantExport,
  textColumn('Agent', sql`agent.name`),
  textColumn('Outcome', outcome),
  momentColumn('Visited', visitedAt),
  momentColumn('Submitted', sql`v.submitted_at`),
  textColumn('Observation', sql`v.overall_observation`),
  textColumn('Decision', sql`v.admin_decision`),
  textColumn('Decided By', sql`admin.name`),
  momentColumn('Decided', sql`v.decided_at`),
  textColumn('Decision Notes', sql`v.decision_notes`),
  textColumn('Agent’s Remark', sql`v.remark`),
  textColumn('Verification Address', sql`v.verification_address`),
  numberColumn('Latitude', sql`v.latitude`),
  numberColumn('Longitude', sql`v.longitude`),
  numberColumn('Photos', sql`v.image_count`),
  ...clockExport,
];

const templates = ['residence', 'office'] as const;

/** The fields of both report forms, by template. */
const reportFields = (shortName: string) =>
  templates.flatMap((template) =>
    textFields(formOf(template, shortName)).map(({ name, label }) => ({ template, name, label })),
  );

/** What is exported of verifications; with the short name of the provider, the fields of each one's last report too. */
export const verificationExportColumns = (shortName?: string): ExportColumn[] => [
  ...stored,
  ...(shortName === undefined ? [] : reportFields(shortName)).map(({ template, label }) => ({
    heading: `${template === 'residence' ? 'Residence' : 'Office'}: ${label}`,
    kind: 'text' as const,
  })),
];

/** Rows of {@link verificationExportColumns}, newest first. */
export async function readVerificationExport(
  db: Db,
  ids: readonly number[],
  timeZone: string,
  shortName?: string,
): Promise<ExportCell[][]> {
  const report =
    shortName === undefined
      ? sql`null`
      : sql`(select json_build_object('template', p.template, 'form', p.form) from reports p
          where p.verification_id = v.id and p.finished_at is not null order by p.version desc limit 1)`;
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
  template: (typeof templates)[number];
  form: Record<string, unknown>;
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
