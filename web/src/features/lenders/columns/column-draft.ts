import { exportChoices, exportHeadings } from '@doorstep/contract/exports/fields';
import type { LayoutColumn } from '@doorstep/contract/exports/layouts';
import { config } from '../../../lib/config.ts';

/** A column as it is typed: a field by its label, or the same text in each row. */
export interface ColumnDraft {
  key: number;
  heading: string;
  isConstant: boolean;
  text: string;
}

const choices = () => exportChoices(config().shortName).flatMap((group) => group.choices);

/** The labels of all fields, in order. */
export const fieldLabels = (): string[] => choices().map(({ label }) => label);

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

let keys = 0;

/** A new column; its field is the one with the name of its heading. */
export const newColumn = (heading = ''): ColumnDraft => ({
  ...{ key: (keys += 1), heading, isConstant: false },
  text: (heading && fieldLabels().find((label) => plain(label) === plain(heading))) || '',
});

export function draftOf({ heading, field, constant }: LayoutColumn, index: number): ColumnDraft {
  const label = choices().find(({ value }) => value === field)?.label;
  return {
    // The same column has the same key after a reload: what was not changed must compare as equal.
    key: -1 - index,
    ...{ heading, isConstant: field === null, text: constant ?? label ?? field ?? '' },
  };
}

/** Returns the typed columns as they are sent. The contract rejects one without a field. */
export function columnsOf(drafts: readonly ColumnDraft[]): LayoutColumn[] {
  const fields = new Map(choices().map(({ value, label }) => [plain(label), value]));
  return drafts.map(({ heading, isConstant, text }) => ({
    heading: heading.trim(),
    field: isConstant ? null : (fields.get(plain(text)) ?? ''),
    constant: isConstant ? text.trim() : null,
  }));
}

/** The columns of a lender until its own are set. */
export const firstColumns = (): ColumnDraft[] =>
  (
    [
      ...['application_id', 'applicant_name', 'visit_type', 'address', 'pin_code', 'agent'],
      ...['visited', 'outcome', 'decision', 'decided', 'due', 'in_time'],
    ] as (keyof typeof exportHeadings)[]
  ).map((field) => newColumn(exportHeadings[field]));

/** Returns the headings of pasted text: a row that was copied from a spreadsheet, or one heading a line. */
export const headingsOf = (pasted: string): string[] =>
  pasted
    .split(/[\t\r\n]+/)
    .map((heading) => heading.trim().slice(0, 100))
    .filter(Boolean);
