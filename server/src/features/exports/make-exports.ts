import type { ExportList } from '@doorstep/contract/exports';
import type { Db } from '../../db/connection.ts';
import type { ExportCell, ExportColumn } from '../../domain/export-rows.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  endSpentExports,
  finishExport,
  leaveExport,
  noteProgress,
  type TakenExport,
  takeExport,
} from './export-store.ts';
import { writeExport } from './write-export.ts';

/** How the rows of a list are found and read. */
export interface ExportSource {
  columns(withReport: boolean): readonly ExportColumn[];
  /** The newest rows that a query of the list finds, at most so many. */
  findIds(query: Record<string, string>, most: number): Promise<number[]>;
  readRows(ids: readonly number[], withReport: boolean): Promise<ExportCell[][]>;
}

/** Rows that are read and written at a time: few enough that no request waits for long. */
const rowsAtOnce = 500;

/** Thrown where the export was deleted or the server stops. */
class Stopped extends Error {}

/** Makes the exports that wait, one at a time. */
export async function makeExports(
  { db }: Pick<Platform, 'db'>,
  sources: Record<ExportList, ExportSource>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  await endSpentExports(db);
  for (;;) {
    const taken = signal.aborted ? undefined : await takeExport(db);
    if (!taken) return;
    await make(db, sources[taken.list], taken, signal).catch(async (error: unknown) => {
      const isTry = !(error instanceof Stopped);
      if (isTry) onError(error);
      if (isTry && taken.tries >= serverLimits.exportTries) await finishExport(db, taken, null);
      else await leaveExport(db, taken, isTry);
    });
  }
}

async function make(
  db: Db,
  { columns, findIds, readRows }: ExportSource,
  taken: TakenExport,
  signal: AbortSignal,
): Promise<void> {
  const query = Object.fromEntries(new URLSearchParams(taken.query));
  const ids = await findIds(query, serverLimits.exportMaxRows);
  async function* rows() {
    for (let at = 0; at < ids.length; at += rowsAtOnce) {
      const isOurs = await noteProgress(db, taken, { total: ids.length, done: at });
      if (signal.aborted || !isOurs) throw new Stopped('The export was cancelled');
      yield* await readRows(ids.slice(at, at + rowsAtOnce), taken.with_report);
    }
  }
  const file = await writeExport(taken.format, columns(taken.with_report), rows());
  await noteProgress(db, taken, { total: ids.length, done: ids.length });
  await finishExport(db, taken, file);
}
