import type { FileFormat } from '@doorstep/contract/bulk-upload/try';
import type { TakeRow } from './header-row.ts';

/** An opened file of any format. */
export interface Spreadsheet {
  format: FileFormat;
  /** Names of the visible sheets; the one of a csv is empty. */
  sheets: readonly string[];
  /** Passes on the non-empty rows of a sheet. An error of `take` ends the reading. */
  read(sheet: number, take: TakeRow): Promise<void>;
  /** Counts the unread parts, so that a bomb is rejected anywhere. */
  end(): Promise<void>;
}

/** The formats of the specified upload, or all supported ones. */
export type AcceptedFormats = 'specified' | 'all';
