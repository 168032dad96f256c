import { auditEvents } from '@doorstep/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../domain/users/people-query.ts';
import { today } from '../../lib/format.ts';
import { useSearchInput } from '../../lib/list/use-search-input.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DateRangeFields } from '../../ui/form/DateRangeFields.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { AuditSearch } from './audit-queries.ts';

const subjects = {
  session: 'Sign-ins and sessions',
  user: 'Accounts',
  applicant: 'Applicants',
  upload: 'Uploads',
  verification: 'Verifications',
  report: 'Reports',
  evidence: 'Evidence',
  audit: 'Audit log',
  access: 'Rejected requests',
};

const events = Object.entries(subjects).flatMap(([subject, name]) => {
  const own = Object.entries(auditEvents).filter(([event]) => event.startsWith(`${subject}.`));
  const each = own.map(([value, label]) => ({ value, label }));
  return [{ value: subject, label: `All: ${name}` }, ...(each.length > 1 ? each : [])];
});

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (change: AuditSearch) => void;
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const actors = useQuery(peopleQuery);
  const record = useSearchInput(search.record, (next) => onChange({ record: next }));
  const isAny = Object.values(search).some((value) => value !== undefined);
  const known = actors.data?.map(({ id, name, phone_number }) => ({
    value: String(id),
    label: `${name} (${phone_number})`,
  }));
  const { who } = search;
  const isUnknown = who !== undefined && !known?.some(({ value }) => value === who);
  return (
    <form
      aria-label="Filter"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      <div className="sm:w-56">
        <SelectField
          label="User"
          placeholder="Any user"
          options={[...(known ?? []), ...(isUnknown ? [{ value: who, label: `User ${who}` }] : [])]}
          value={who ?? ''}
          onChange={(event) => onChange({ who: event.target.value || undefined })}
        />
      </div>
      <div className="sm:w-64">
        <SelectField
          label="Event"
          placeholder="Any event"
          options={events}
          value={search.event ?? ''}
          onChange={(event) => onChange({ event: event.target.value || undefined })}
        />
      </div>
      <div className="max-sm:col-span-2 sm:w-36">
        <TextField
          label="Record number"
          inputMode="numeric"
          autoComplete="off"
          value={record.text}
          onChange={({ target }) => record.setText(target.value.replace(/\D/g, '').slice(0, 15))}
        />
      </div>
      <DateRangeFields
        labels={['From day', 'To day']}
        days={search}
        today={today()}
        onChange={onChange}
      />
      {isAny && (
        <Button
          className="h-9!"
          onClick={() => {
            record.clear();
            onChange({
              who: undefined,
              event: undefined,
              record: undefined,
              start: undefined,
              end: undefined,
            });
          }}
        >
          Clear
        </Button>
      )}
    </form>
  );
}
