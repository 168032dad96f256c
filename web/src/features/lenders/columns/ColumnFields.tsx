import { limits } from '@doorstep/contract/limits';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextAreaField, TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { type ColumnDraft, fieldLabels, headingsOf, newColumn } from './column-draft.ts';

interface ColumnFieldsProps {
  columns: readonly ColumnDraft[];
  /** Whether the columns are the app's unchanged proposal. Pasted headings replace a proposal. */
  areProposed: boolean;
  /** The error texts. Each key is the path of a field in the request, such as 'columns.0.heading'. */
  errors: Record<string, string>;
  onChange: (columns: ColumnDraft[]) => void;
}

const contents = [
  { value: 'field', label: 'Field' },
  { value: 'constant', label: 'Same text' },
];

export function ColumnFields({ columns, areProposed, errors, onChange }: ColumnFieldsProps) {
  const [pasted, setPasted] = useState('');
  const add = useRef<HTMLButtonElement>(null);
  const options = useId();
  const headings = headingsOf(pasted);
  const kept = areProposed ? [] : columns;
  const isFull = columns.length >= limits.columnsPerLayout;
  return (
    <Section title="Columns">
      {errors.columns && <Notice tone="negative">{errors.columns}</Notice>}
      <ol className="divide-y divide-rule border-y border-rule empty:hidden">
        {columns.map((column, index) => (
          <ColumnRow
            key={column.key}
            {...{ column, options }}
            number={index + 1}
            isLast={index === columns.length - 1}
            errorOf={(name) => errors[`columns.${index}.${name}`]}
            onChange={(change) => onChange(columns.with(index, { ...column, ...change }))}
            onMove={(by) => onChange(columns.toSpliced(index, 1).toSpliced(index + by, 0, column))}
            onRemove={() => {
              onChange(columns.toSpliced(index, 1));
              add.current?.focus();
            }}
          />
        ))}
      </ol>
      {columns.length === 0 && (
        <p className="text-muted">If you add no column, exports have only the usual columns.</p>
      )}
      <datalist id={options} aria-label="Fields">
        {fieldLabels().map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <Button
        ref={add}
        size="sm"
        className="my-3"
        disabled={isFull}
        onClick={() => onChange([...columns, newColumn()])}
      >
        <Plus aria-hidden /> Add column
      </Button>
      <TextAreaField
        label="Paste headings"
        hint="The row of headings from the lender’s spreadsheet, or one heading a line"
        rows={2}
        maxLength={20_000}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
      />
      {headings.length > 0 && (
        <Button
          size="sm"
          className="mt-2"
          disabled={kept.length + headings.length > limits.columnsPerLayout}
          onClick={() => {
            onChange([...kept, ...headings.map(newColumn)]);
            setPasted('');
            add.current?.focus();
          }}
        >
          <Plus aria-hidden /> {areProposed ? 'Use' : 'Add'}{' '}
          {formatCount(headings.length, 'column')}
        </Button>
      )}
    </Section>
  );
}

interface ColumnRowProps {
  column: ColumnDraft;
  number: number;
  isLast: boolean;
  /** The ID of the `<datalist>` with the labels of all fields. */
  options: string;
  errorOf: (name: 'heading' | 'field' | 'constant') => string | undefined;
  onChange: (change: Partial<ColumnDraft>) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function ColumnRow(props: ColumnRowProps) {
  const { column, number, isLast, options, errorOf, onChange, onMove, onRemove } = props;
  const { heading, isConstant, text } = column;
  return (
    <li className="py-2">
      <fieldset className="grid min-w-0 grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_7.5rem_minmax(0,1fr)_6rem]">
        <legend className="sr-only">Column {number}</legend>
        <TextField
          label={`Heading ${number}`}
          maxLength={100}
          autoComplete="off"
          value={heading}
          error={errorOf('heading')}
          onChange={({ target }) => onChange({ heading: target.value })}
        />
        <SelectField
          label="Content"
          options={contents}
          value={isConstant ? 'constant' : 'field'}
          onChange={({ target }) => onChange({ isConstant: target.value === 'constant', text: '' })}
        />
        <TextField
          label={isConstant ? 'Text' : 'Field'}
          placeholder={isConstant ? 'Empty' : 'Type or choose'}
          list={isConstant ? undefined : options}
          maxLength={200}
          autoComplete="off"
          value={text}
          error={errorOf('field') ?? errorOf('constant')}
          onChange={({ target }) => onChange({ text: target.value })}
        />
        <div className="mt-7 flex justify-end gap-1">
          <IconButton
            icon={ArrowUp}
            label={`Move column ${number} up`}
            tip="Move up"
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={`Move column ${number} down`}
            tip="Move down"
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton
            icon={Trash2}
            tone="danger"
            label={`Remove column ${number}`}
            tip="Remove"
            onClick={onRemove}
          />
        </div>
      </fieldset>
    </li>
  );
}
