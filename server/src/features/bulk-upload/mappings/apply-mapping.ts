import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import type { MappedFields, MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { findColumns } from '../read/header-row.ts';
import { headingKey } from './headings.ts';

type Source = { cells: readonly number[] } | { constant: string } | undefined;

interface Point {
  /** The source of each value, in the order of `uploadColumns`. */
  sources: readonly Source[];
  /**
   * The columns with an address, pin code or phone that only this contact point uses. A row that is empty in
   * all these columns doesn't have the contact point. If there are no such columns, every row has it.
   */
  places: readonly number[];
}

export interface AppliedMapping {
  points: readonly Point[];
  missingHeadings: string[];
  missingFields: UploadColumn[];
  used: ReadonlySet<number>;
  columnsOf: (field: UploadColumn) => number[];
}

const placeFields: ReadonlySet<UploadColumn> = new Set(['address', 'pin_code', 'mobile_number']);

export function applyMapping(
  { fields, second }: MappingContent,
  headings: readonly string[],
): AppliedMapping {
  const columns = new Map(headings.map((heading, at) => [headingKey(heading), at]));
  columns.delete('');
  const missing = new Set<string>();
  const used = new Set<number>();
  const resolve = (from: MappedFields): Source[] =>
    uploadColumns.map(({ name }) => {
      const source = from[name];
      if (source?.constant) return { constant: source.constant };
      const cells = (source?.headings ?? []).flatMap((heading) => {
        const column = columns.get(headingKey(heading));
        if (column === undefined) missing.add(heading);
        return column ?? [];
      });
      for (const cell of cells) used.add(cell);
      return cells.length > 0 ? { cells } : undefined;
    });
  const all = [fields, ...(second ? [{ ...fields, ...second }] : [])].map(resolve);
  const missingFields = uploadColumns
    .filter(({ required }, at) => required && all.some((sources) => sources[at] === undefined))
    .map(({ name }) => name);
  return {
    points: all.map((sources, at) => ({
      sources,
      places: all.length < 2 ? [] : ownPlaces(sources, all[1 - at] ?? []),
    })),
    ...{ missingHeadings: [...missing], missingFields, used },
    columnsOf: (field) => {
      const at = uploadColumns.findIndex(({ name }) => name === field);
      return all.flatMap((sources) => cellsOf(sources[at]));
    },
  };
}

const cellsOf = (source: Source): readonly number[] =>
  source && 'cells' in source ? source.cells : [];

function ownPlaces(sources: readonly Source[], others: readonly Source[]): number[] {
  const placesOf = (from: readonly Source[]) =>
    from.flatMap((source, at) =>
      placeFields.has(uploadColumns[at]?.name ?? 'message') ? cellsOf(source) : [],
    );
  const shared = new Set(placesOf(others));
  return placesOf(sources).filter((cell) => !shared.has(cell));
}

export const hasPoint = ({ places }: Point, cells: readonly string[]): boolean =>
  places.length === 0 || places.some((cell) => (cells[cell] ?? '') !== '');

export const valuesOf = ({ sources }: Point, cells: readonly string[]): string[] =>
  sources.map((source) => {
    if (source === undefined) return '';
    if ('constant' in source) return source.constant;
    const [only] = source.cells;
    if (source.cells.length === 1 && only !== undefined) return cells[only] ?? '';
    return source.cells.flatMap((cell) => cells[cell] || []).join(', ');
  });

export function mappingByNames(headings: readonly string[]): MappingContent {
  const fields: MappedFields = {};
  for (const [column, at] of findColumns(headings)) {
    fields[column] = { headings: [headings[at] ?? ''] };
  }
  return { fields, second: null };
}
