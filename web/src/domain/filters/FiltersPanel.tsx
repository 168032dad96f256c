import { type ApplicantStatus, applicantStatuses } from '@doorstep/contract/applicants/status';
import type { DueFilter } from '@doorstep/contract/clock';
import type { Lender } from '@doorstep/contract/lenders';
import { limits } from '@doorstep/contract/limits';
import type { View } from '@doorstep/contract/views';
import { outcomeLabels, type VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { ListFilters } from '../../lib/address/list-filters.ts';
import { prettifyLabel, today } from '../../lib/format.ts';
import { useSearchInput } from '../../lib/list/use-search-input.ts';
import { DateRangeFields } from '../../ui/form/DateRangeFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { SegmentedFilter } from '../../ui/table/SegmentedFilter.tsx';
import { ExportButton } from '../exports/ExportButton.tsx';
import { dueWords } from './filter-words.ts';
import { SavedViews } from './SavedViews.tsx';

export interface FiltersPanelProps {
  list: View['list'];
  /** The list's filters and search, as in the page's URL. */
  shown: Record<string, string | boolean | undefined>;
  filters: ListFilters;
  choices: { lenders: readonly Lender[]; portfolios: readonly string[] };
  agents: readonly { id: number; name: string }[];
  words: readonly string[];
  onChange: (change: ListFilters) => void;
  onClose: () => void;
}

const dueOptions = Object.entries(dueWords).map(([value, label]) => ({
  ...{ value: value as DueFilter, label },
}));
const orders = [{ value: 'due', label: 'Due first' }] as const;

export function FiltersPanel(props: FiltersPanelProps) {
  const { list, shown, filters, choices, agents, words, onChange, onClose } = props;
  const { lenders } = choices;
  const hasLenders = lenders.length > 0;
  const lender = lenders.find(({ id }) => String(id) === filters.lender);
  const portfolios = lender
    ? lender.portfolios
    : [...lenders.flatMap((one) => one.portfolios), ...choices.portfolios].toSorted();
  const isOfApplicants = list === 'applicants';
  const day = isOfApplicants ? 'Created' : 'Submitted';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in any field closes the panel.
    <section
      aria-label="Filters"
      className="rounded-lg border border-rule bg-panel p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        document.getElementById('filters')?.focus();
        onClose();
      }}
    >
      <SavedViews list={list} shown={shown} />
      {hasLenders && (
        <div className="mb-3 flex flex-wrap gap-2">
          <SegmentedFilter
            label="Due"
            options={dueOptions}
            value={filters.due}
            onChange={(due) => onChange({ due })}
          />
          <SegmentedFilter
            label="Order"
            options={orders}
            value={filters.sort === 'due' ? 'due' : undefined}
            onChange={(sort) => onChange({ sort })}
          />
        </div>
      )}
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {hasLenders && (
          <Choice
            label="Lender"
            placeholder="All lenders"
            value={filters.lender}
            options={lenders.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => {
              const chosen = lenders.find((one) => String(one.id) === id);
              const { portfolio_name: name = '' } = filters;
              const keeps = !chosen || chosen.portfolios.includes(name);
              onChange({ lender: id, ...(!keeps && { portfolio_name: undefined }) });
            }}
          />
        )}
        <Choice
          label="Portfolio"
          placeholder="All portfolios"
          value={filters.portfolio_name}
          options={portfolios.map((name) => ({ value: name, label: name }))}
          onChange={(portfolio_name) => onChange({ portfolio_name })}
        />
        <Choice
          label="Agent"
          placeholder="All agents"
          value={filters.agent}
          options={agents.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(agent) => onChange({ agent })}
        />
        {isOfApplicants ? (
          <Choice
            label="Status"
            placeholder="All states"
            value={filters.status}
            options={applicantStatuses.map((value) => ({ value, label: prettifyLabel(value) }))}
            onChange={(status) => onChange({ status: status as ApplicantStatus | undefined })}
          />
        ) : (
          <Choice
            label="Outcome"
            placeholder="All outcomes"
            value={filters.outcome}
            options={Object.entries(outcomeLabels).map(([value, label]) => ({ value, label }))}
            onChange={(outcome) => onChange({ outcome: outcome as VisitOutcome | undefined })}
          />
        )}
        <PinField pin={filters.pin} onChange={(pin) => onChange({ pin })} />
        <DateRangeFields
          labels={[`${day} from`, `${day} to`]}
          days={{ start: filters.from, end: filters.to }}
          today={today()}
          onChange={(days) => onChange('start' in days ? { from: days.start } : { to: days.end })}
        />
      </div>
      <div className="mt-3 flex justify-end empty:hidden">
        <ExportButton list={list} shown={shown} words={words} />
      </div>
    </section>
  );
}

interface ChoiceProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}

function Choice({ value = '', options, onChange, ...props }: ChoiceProps) {
  // The URL may have a value that is not among the options, such as the id of an inactive agent.
  const isUnknown = value !== '' && !options.some((option) => option.value === value);
  return (
    <SelectField
      {...props}
      value={value}
      options={isUnknown ? [{ value, label: value }, ...options] : options}
      onChange={({ target }) => onChange(target.value || undefined)}
    />
  );
}

function PinField(props: { pin: string | undefined; onChange: (pin: string | undefined) => void }) {
  const box = useSearchInput(props.pin, props.onChange);
  return (
    <TextField
      label="Pin code starts with"
      inputMode="numeric"
      autoComplete="off"
      maxLength={limits.pinCodeDigits}
      value={box.text}
      onChange={({ target }) => box.setText(target.value.replace(/\D/g, ''))}
    />
  );
}
