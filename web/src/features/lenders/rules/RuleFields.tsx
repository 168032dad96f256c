import type { Calendar } from '@doorstep/contract/lenders/calendars';
import { limits } from '@doorstep/contract/limits';
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Field, inputClass } from '../../../ui/form/Field.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { newRule, type RuleDraft } from './rule-draft.ts';

interface RuleFieldsProps {
  rules: readonly RuleDraft[];
  calendars: readonly Calendar[];
  /** The error texts. Each key is the path of a field in the request, such as 'rules.0.minutes'. */
  errors: Record<string, string>;
  onChange: (rules: RuleDraft[]) => void;
}

const starts = [
  { value: 'received', label: 'At receipt' },
  { value: 'opening', label: 'At the next opening' },
];

export function RuleFields({ rules, calendars, errors, onChange }: RuleFieldsProps) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Section title="Turnaround rules">
      <p className="mb-2 text-sm text-muted">
        If several rules match, the rule with the most conditions applies. An empty condition
        matches everything. The rule’s calendar defines the working time.
      </p>
      {errors.rules && <Notice tone="negative">{errors.rules}</Notice>}
      {calendars.length === 0 && (
        <Notice tone="info">Add a calendar first. Rules count working time by a calendar.</Notice>
      )}
      <ol className="divide-y divide-rule border-y border-rule empty:hidden">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.key}
            rule={rule}
            number={index + 1}
            calendars={calendars}
            errorOf={(name) => errors[`rules.${index}.${name}`]}
            onChange={(change) => onChange(rules.with(index, { ...rule, ...change }))}
            onRemove={() => {
              onChange(rules.toSpliced(index, 1));
              add.current?.focus();
            }}
          />
        ))}
      </ol>
      {rules.length === 0 && (
        <p className="text-muted">Without a rule, the lender’s applicants have no due time.</p>
      )}
      <datalist id="kinds-of-visit" aria-label="Kinds of visit">
        <option>RESIDENCE</option>
        <option>OFFICE</option>
      </datalist>
      <Button
        ref={add}
        size="sm"
        className="mt-3"
        disabled={rules.length >= limits.rulesPerLender}
        onClick={() => onChange([...rules, newRule(calendars)])}
      >
        <Plus aria-hidden /> Add rule
      </Button>
    </Section>
  );
}

interface RuleRowProps {
  rule: RuleDraft;
  number: number;
  calendars: readonly Calendar[];
  errorOf: (name: keyof RuleDraft) => string | undefined;
  onChange: (change: Partial<RuleDraft>) => void;
  onRemove: () => void;
}

function RuleRow({ rule, number, calendars, errorOf, onChange, onRemove }: RuleRowProps) {
  const textOf = (name: 'product_type' | 'visit_type' | 'pin_prefix') => ({
    value: rule[name],
    error: errorOf(name),
    placeholder: 'Any',
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <li className="py-3">
      <fieldset className="grid min-w-0 grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5.5rem_8.5rem_minmax(0,1.5fr)_minmax(0,1.35fr)_9.25rem_1.75rem]">
        <legend className="sr-only">Rule {number}</legend>
        <TextField label="Product" maxLength={200} {...textOf('product_type')} />
        <TextField
          label="Kind of visit"
          maxLength={200}
          list="kinds-of-visit"
          {...textOf('visit_type')}
        />
        <TextField
          label="Pin prefix"
          inputMode="numeric"
          maxLength={limits.pinCodeDigits}
          {...textOf('pin_prefix')}
        />
        <WorkingTime rule={rule} error={errorOf('minutes')} onChange={onChange} />
        <SelectField
          label="Calendar"
          placeholder="Choose"
          options={calendars.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={rule.calendar_id}
          error={errorOf('calendar_id')}
          onChange={({ target }) => onChange({ calendar_id: target.value })}
        />
        <SelectField
          label="Clock starts"
          options={starts}
          value={rule.starts}
          onChange={({ target }) => onChange({ starts: target.value as RuleDraft['starts'] })}
        />
        <TextField
          label="Received from"
          type="date"
          min="2000-01-01"
          max="2999-12-31"
          value={rule.valid_from}
          error={errorOf('valid_from')}
          onChange={({ target }) => onChange({ valid_from: target.value })}
        />
        <IconButton
          icon={Trash2}
          tone="danger"
          label={`Remove rule ${number}`}
          tip="Remove"
          className="mt-7 justify-self-end max-lg:justify-self-start"
          onClick={onRemove}
        />
      </fieldset>
    </li>
  );
}

function WorkingTime(props: Pick<RuleRowProps, 'rule' | 'onChange'> & { error?: string }) {
  const { rule, error, onChange } = props;
  const number = { type: 'text', inputMode: 'numeric', maxLength: 5 } as const;
  return (
    <Field label="Working time" error={error}>
      {(wiring) => (
        <div className="flex items-center gap-1.5 text-muted">
          <input
            {...number}
            {...wiring}
            aria-label="Working time, hours"
            value={rule.hours}
            className={`${inputClass} px-2 text-end tabular-nums`}
            onChange={({ target }) => onChange({ hours: target.value })}
          />
          h
          <input
            {...number}
            aria-label="Working time, minutes"
            aria-invalid={wiring['aria-invalid']}
            aria-describedby={wiring['aria-describedby']}
            value={rule.minutes}
            className={`${inputClass} px-2 text-end tabular-nums`}
            onChange={({ target }) => onChange({ minutes: target.value })}
          />
          min
        </div>
      )}
    </Field>
  );
}
