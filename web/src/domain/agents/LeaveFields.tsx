import type { Leave } from '@doorstep/contract/agents';
import { Plus, X } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { inputClass } from '../../ui/form/Field.tsx';

interface LeaveFieldsProps {
  leave: Leave[];
  error: string | undefined;
  onChange: (leave: Leave[]) => void;
}

export function LeaveFields({ leave, error, onChange }: LeaveFieldsProps) {
  const change = (index: number, change: Partial<Leave>) =>
    onChange(leave.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Leave</legend>
      <ul className="space-y-2">
        {leave.map(({ from_day, to_day }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a period has no other key while it is edited
          <li key={index} className="flex items-center gap-2">
            <input
              type="date"
              aria-label={`First day of leave ${index + 1}`}
              value={from_day}
              aria-invalid={error ? true : undefined}
              onChange={({ target: { value } }) =>
                change(index, { from_day: value, ...(to_day < value && { to_day: value }) })
              }
              className={`${inputClass} max-sm:px-1.5 max-sm:text-sm`}
            />
            <span className="text-muted max-sm:hidden">to</span>
            <input
              type="date"
              aria-label={`Last day of leave ${index + 1}`}
              value={to_day}
              min={from_day}
              aria-invalid={error ? true : undefined}
              onChange={({ target }) => change(index, { to_day: target.value })}
              className={`${inputClass} max-sm:px-1.5 max-sm:text-sm`}
            />
            <IconButton
              icon={X}
              label={`Remove leave ${index + 1}`}
              onClick={() => onChange(leave.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
      <Button
        size="sm"
        className="mt-2"
        onClick={() => onChange([...leave, { from_day: '', to_day: '' }])}
      >
        <Plus aria-hidden /> Add leave
      </Button>
    </fieldset>
  );
}
