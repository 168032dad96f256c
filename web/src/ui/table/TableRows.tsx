import { type MouseEvent, useEffect, useRef } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import type { Column } from './column.tsx';
import type { DataTableProps } from './DataTable.tsx';
import type { FittedColumns } from './fit-columns.ts';
import { useRowKeys } from './use-row-keys.ts';

/** Milliseconds for which a pointer must rest on a row to count as an intent to open the row. */
const restBeforeIntent = 80;

export function edgesOf(column: { align?: 'end' }): string {
  return `px-3 first:ps-4 last:pe-4 ${column.align === 'end' ? 'text-end' : 'text-start'}`;
}

export function TableRows<Row>({
  fitted: { shown, layout, foldedUnder },
  rows,
  rowKey,
  onOpen,
  onIntent,
  empty,
}: DataTableProps<Row> & { rows: readonly Row[]; fitted: FittedColumns<Row> }) {
  const keys = useRowKeys(rows.map(rowKey));
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);
  if (rows.length === 0) {
    return (
      <tr role="row">
        <td role="cell" colSpan={shown.length} className="bg-panel text-center">
          <div role="status">{empty ?? <p className="py-10 text-muted">No data available</p>}</div>
        </td>
      </tr>
    );
  }
  return rows.map((row, index) => (
    <tr
      key={keys[index]}
      role="row"
      onClick={onOpen && ((event) => openByClick(event, () => onOpen(row)))}
      onPointerEnter={
        onIntent &&
        (() => {
          clearTimeout(resting.current);
          resting.current = setTimeout(() => onIntent(row), restBeforeIntent);
        })
      }
      onPointerLeave={onIntent && (() => clearTimeout(resting.current))}
      onFocus={onIntent && (() => onIntent(row))}
      className={onOpen ? 'cursor-pointer' : ''}
    >
      {shown.map((column) => (
        <td
          key={column.id}
          role="cell"
          data-label={column.header}
          data-card={column.card}
          data-whole={column.card === 'actions' ? undefined : true}
          className={`h-row border-b border-rule ${column.card === 'actions' ? 'py-0.5' : overflow[layout]} ${edgesOf(column)} ${column.className ?? ''}`}
        >
          {column.cell(row, index)}
          {foldedUnder(column.id).map((folded) => (
            <FoldedValue key={folded.id} column={folded} row={row} index={index} />
          ))}
        </td>
      ))}
    </tr>
  ));
}

/** Rows of a folded table have several lines anyway, so no text needs to be cut. */
const overflow: Record<FittedColumns<never>['layout'], string> = {
  wide: 'truncate py-0.5',
  folded: 'wrap-anywhere py-1',
  cards: '',
};

function FoldedValue<Row>({
  column: { header, fold, cell, className = '' },
  row,
  index,
}: {
  column: Column<Row>;
  row: Row;
  index: number;
}) {
  const value = fold?.cell ? fold.cell(row) : cell(row, index);
  if (!value || value === '-') return null;
  return (
    <div className={`text-sm font-normal text-muted ${className}`}>
      <span className="sr-only">{header}: </span>
      {value}
    </div>
  );
}

// Ignores clicks on controls in the row, and clicks that end a text selection.
function openByClick(event: MouseEvent<HTMLTableRowElement>, open: () => void): void {
  const target = event.target as Element;
  if (target.closest('a, button, input, label, select') || String(getSelection())) return;
  // Focuses a button of the row, so that the dialog can return the focus to it.
  event.currentTarget.querySelector<HTMLElement>('[data-card="actions"] button')?.focus();
  open();
}

const widths = ['w-3/5', 'w-4/5', 'w-1/2', 'w-2/3'];

export function SkeletonRows<Row>({
  columns,
  count = 10,
}: {
  columns: readonly Column<Row>[];
  count: number | undefined;
}) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={`skeleton-${row + 1}`} aria-hidden>
      {columns.map((column, index) => (
        <td
          key={column.id}
          data-card={column.card}
          className={`h-row border-b border-rule ${edgesOf(column)} ${column.className ?? ''}`}
        >
          <Skeleton
            className={`${widths[(row + index) % widths.length]} ${column.align === 'end' ? 'ms-auto' : ''}`}
          />
        </td>
      ))}
    </tr>
  ));
}
