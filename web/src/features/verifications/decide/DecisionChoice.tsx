import type { Decision } from '@doorstep/contract/verifications';
import { CircleCheck, OctagonX } from 'lucide-react';
import { useId } from 'react';

const choices = [
  {
    value: 'positive',
    label: 'Positive',
    icon: CircleCheck,
    look: 'has-checked:border-positive has-checked:bg-positive-soft has-checked:text-positive',
  },
  {
    value: 'negative',
    label: 'Negative',
    icon: OctagonX,
    look: 'has-checked:border-negative has-checked:bg-negative-soft has-checked:text-negative',
  },
] as const;

interface DecisionChoiceProps {
  value: Decision | undefined;
  error: string | undefined;
  onChange: (decision: Decision) => void;
}

export function DecisionChoice({ value: chosen, error, onChange }: DecisionChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1.5 text-sm font-semibold">Decision</legend>
      <div className="grid grid-cols-2 gap-2">
        {choices.map(({ value, label, icon: Icon, look }) => (
          <label
            key={value}
            className={`flex h-12 cursor-pointer items-center gap-2.5 rounded-md border border-edge/60 px-3 font-semibold hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus ${look}`}
          >
            <input
              type="radio"
              name="decision"
              value={value}
              checked={chosen === value}
              onChange={() => onChange(value)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-5" />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
