import { exportChoices, exportHeadings } from '@doorstep/contract/exports/fields';
import type { LayoutColumn } from '@doorstep/contract/exports/layouts';
import { config } from '../../../lib/config.ts';

/** A column in the form. `text` is the label of a field or, if `isConstant`, the text of every row. */
export interface ColumnDraft {
  key: number;
  heading: string;
  isConstant: boolean;
  text: string;
}

const choices = () => exportChoices(config().shortName).flatMap((group) => group.choices);

export const fieldLabels = (): string[] => choices().map(({ label }) => label);

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

let keys = 0;

export const newColumn = (heading = ''): ColumnDraft => ({
  ...{ key: (keys += 1), heading, isConstant: false },
  text: (heading && fieldLabels().find((label) => plain(label) === plain(heading))) || '',
});

export function draftOf({ heading, field, constant }: LayoutColumn, index: number): ColumnDraft {
  const label = choices().find(({ value }) => value === field)?.label;
  return {
    // The key comes from the position, so that after a reload, an unchanged column equals the earlier one.
    key: -1 - index,
    ...{ heading, isConstant: field === null, text: constant ?? label ?? field ?? '' },
  };
}

/** Returns the columns as the API expects them. An unknown label becomes '', which the contract rejects. */
export function columnsOf(drafts: readonly ColumnDraft[]): LayoutColumn[] {
  const fields = new Map(choices().map(({ value, label }) => [plain(label), value]));
  return drafts.map(({ heading, isConstant, text }) => ({
    heading: heading.trim(),
    field: isConstant ? null : (fields.get(plain(text)) ?? ''),
    constant: isConstant ? text.trim() : null,
  }));
}

export const firstColumns = (): ColumnDraft[] =>
  (
    [
      ...['application_id', 'applicant_name', 'visit_type', 'address', 'pin_code', 'agent'],
      ...['visited', 'outcome', 'decision', 'decided', 'due', 'in_time'],
    ] as (keyof typeof exportHeadings)[]
  ).map((field) => newColumn(exportHeadings[field]));

export const headingsOf = (pasted: string): string[] =>
  pasted
    .split(/[\t\r\n]+/)
    .map((heading) => heading.trim().slice(0, 100))
    .filter(Boolean);
