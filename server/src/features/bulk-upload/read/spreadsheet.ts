import type { FileFormat } from '@doorstep/contract/bulk-upload/dry-run';
import type { TakeRow } from './header-row.ts';

export interface Spreadsheet {
  format: FileFormat;
  /** The names of the visible sheets. A csv has one sheet, whose name is empty. */
  sheets: readonly string[];
  /** Passes on the non-empty rows of a sheet. An error that `take` throws ends the reading. */
  read(sheet: number, take: TakeRow): Promise<void>;
  /** Unpacks the unread parts and counts their bytes, so that a zip bomb in any part is rejected. */
  end(): Promise<void>;
}

/**
 * `specified` accepts only the formats that the product's specification names (.xlsx and .xls), `all` accepts
 * every supported format.
 */
export type AcceptedFormats = 'specified' | 'all';
