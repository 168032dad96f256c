import type { ExportList } from '@doorstep/contract/exports';
import type { Db } from '../../db/connection.ts';
import type { ExportCell, ExportColumn } from '../../domain/export-rows.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { buildFile } from './build-file.ts';
import {
  deleteExportsOfFormerAdmins,
  endSpentExports,
  finishExport,
  leaveExport,
  noteProgress,
  type TakenExport,
  takeExport,
} from './export-store.ts';

export interface ExportSource {
  columns(withReport: boolean): readonly ExportColumn[];
  /** Returns the ids of the newest rows of a query, but not more than `most`. */
  findIds(query: Record<string, string>, most: number): Promise<number[]>;
  readRows(ids: readonly number[], withReport: boolean): Promise<ExportCell[][]>;
}

/** Thrown if the server stops, or if `noteProgress` returns false. */
class Stopped extends Error {}

export async function makeExports(
  { db }: Pick<Platform, 'db'>,
  sources: Record<ExportList, ExportSource>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  await endSpentExports(db);
  for (;;) {
    await deleteExportsOfFormerAdmins(db);
    const taken = signal.aborted ? undefined : await takeExport(db);
    if (!taken) return;
    await make(db, sources[taken.list], taken, signal).catch(async (error: unknown) => {
      const isFailure = !(error instanceof Stopped);
      if (isFailure) onError(error);
      if (isFailure && taken.tries >= serverLimits.exportTries) await finishExport(db, taken, null);
      else await leaveExport(db, taken, isFailure);
    });
  }
}

async function make(
  db: Db,
  source: ExportSource,
  taken: TakenExport,
  signal: AbortSignal,
): Promise<void> {
  const query = Object.fromEntries(new URLSearchParams(taken.query));
  const ids = await source.findIds(query, serverLimits.exportMaxRows);
  const { format, layout, with_report: withReport } = taken;
  const built = await buildFile(source, { ids, format, layout, withReport }, async (done) => {
    const isOurs = await noteProgress(db, taken, { total: ids.length, done });
    if (signal.aborted || !isOurs) throw new Stopped('The export was cancelled');
  });
  await noteProgress(db, taken, { total: built.rows, done: built.rows });
  await finishExport(db, taken, built.file);
}
