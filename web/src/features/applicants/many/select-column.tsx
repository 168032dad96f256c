import type { ComponentProps } from 'react';
import type { Column } from '../../../ui/table/column.tsx';
import type { LooseApplicant } from '../applicant-queries.ts';
import type { Selection } from './use-selection.ts';

/** The column of check boxes. A click with Shift selects a range; a click or Space selects one row. */
export function selectColumn(selection: Selection): Column<LooseApplicant> {
  return {
    id: 'select',
    header: 'Select',
    head: (
      <Tick
        aria-label="Select this page"
        checked={selection.isPage}
        ref={(input) => {
          if (input) input.indeterminate = selection.isSome && !selection.isPage;
        }}
        onChange={selection.togglePage}
      />
    ),
    width: 2.75,
    card: 'check',
    cell: (row) => (
      <Tick
        aria-label={`Select ${row.applicant_name || `applicant ${row.id}`}`}
        checked={selection.has(row.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    ),
  };
}

function Tick(props: ComponentProps<'input'>) {
  return (
    // `select-none` prevents a Shift-click from selecting text.
    <label className="-mx-2 grid size-8 cursor-pointer place-items-center select-none">
      <input type="checkbox" className="size-4 accent-accent" {...props} />
    </label>
  );
}
