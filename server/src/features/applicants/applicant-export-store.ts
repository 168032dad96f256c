import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import {
  applicantExport,
  cellsOf,
  clockExport,
  type ExportCell,
  lenderOfApplicant,
  momentColumn,
  textColumn,
} from '../../domain/export-rows.ts';

export const applicantExportColumns = [
  ...applicantExport,
  textColumn('status', sql`a.status`),
  textColumn('agent', sql`u.name`),
  momentColumn('created', sql`a.created_at`),
  ...clockExport,
];

export async function readApplicantExport(
  db: Db,
  ids: readonly number[],
  timeZone: string,
): Promise<ExportCell[][]> {
  const { rows } = await sql<{ cells: ExportCell[] }>`
    select ${cellsOf(applicantExportColumns, timeZone)} as cells from applicants a
    left join users u on u.id = a.assigned_agent_id ${lenderOfApplicant}
    where a.id = any(${ids}::bigint[]) and a.deleted_at is null order by a.id desc`.execute(db);
  return rows.map(({ cells }) => cells);
}
