import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';
import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import { useQuery } from '@tanstack/react-query';
import { choicesQuery } from '../../../domain/filters/choices-query.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import type { DryRunChange } from './dry-run-queries.ts';

interface ReadingProps {
  dryRun: DryRunResult;
  /** The mappings of the lender, or of all lenders if the lender is unknown. */
  mappings: readonly Mapping[];
  hasTwoPoints: boolean;
  isDisabled: boolean;
  onRepeat: (change: NonNullable<DryRunChange>) => void;
  onPoints: (count: 1 | 2) => void;
}

export function Reading({
  dryRun,
  mappings,
  hasTwoPoints,
  isDisabled,
  onRepeat,
  onPoints,
}: ReadingProps) {
  const lenders = useQuery(choicesQuery).data?.lenders ?? [];
  const { lender, mapping, sheet, sheets, heading_row, format } = dryRun;
  return (
    <Section level="h2" title="How the file is read">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <SelectField
          label="Lender"
          value={lender?.id ?? ''}
          placeholder="Not known"
          disabled={isDisabled}
          options={lenders.map(({ id, name }) => ({ value: String(id), label: name }))}
          hint={lender && lender.how !== 'sent' ? guessedBy[lender.how] : undefined}
          onChange={({ currentTarget: { value } }) =>
            onRepeat({ lender_id: value === '' ? undefined : Number(value), mapping_id: undefined })
          }
        />
        <SelectField
          label="Mapping"
          value={mapping.how === 'saved' ? String(mapping.id) : ''}
          placeholder={mapping.how === 'sent' ? 'As changed here' : 'By the names of the columns'}
          disabled={isDisabled}
          options={mappings.map(({ id, name, version, lender: { name: of } }) => ({
            value: String(id),
            label: lender ? `${name}, version ${version}` : `${of}: ${name}, version ${version}`,
          }))}
          onChange={({ currentTarget: { value } }) =>
            value !== '' && onRepeat({ mapping_id: Number(value), mapping: undefined })
          }
        />
        {sheets.length > 1 && (
          <SelectField
            label="Sheet"
            value={sheet}
            disabled={isDisabled}
            options={sheets}
            onChange={({ currentTarget: { value } }) =>
              onRepeat({ sheet: value, heading_row: undefined })
            }
          />
        )}
        <TextField
          // A new key resets the typed text when the server reports another row.
          key={heading_row}
          label="Row of the headings"
          type="number"
          min={1}
          defaultValue={heading_row || ''}
          disabled={isDisabled}
          hint={
            heading_row === 0
              ? 'No row looks like headings. Enter the number of the row.'
              : undefined
          }
          onBlur={({ currentTarget: { value } }) => {
            const row = Number(value);
            if (row > 0 && row !== heading_row) onRepeat({ heading_row: row });
          }}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
        <SelectField
          label="Contact points per row"
          value={hasTwoPoints ? '2' : '1'}
          disabled={isDisabled}
          options={[
            { value: '1', label: '1 contact point' },
            { value: '2', label: '2 contact points' },
          ]}
          onChange={({ currentTarget: { value } }) => onPoints(value === '2' ? 2 : 1)}
        />
      </div>
      <p className="mt-2 text-sm text-muted">
        <bdi>{dryRun.file_name}</bdi>, {format}
      </p>
    </Section>
  );
}

const guessedBy = {
  headings: 'Recognised by the headings',
  portfolio: 'Recognised by the portfolios',
};
