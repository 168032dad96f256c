import { Delete } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';

interface KeypadProps {
  label: string;
  deleteLabel: string;
  onDigit: (digit: string) => void;
  onDelete: () => void;
  isOnPine?: boolean;
  corner?: ReactNode;
  isDisabled?: boolean;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

export function Keypad(props: KeypadProps) {
  const { label, deleteLabel, onDigit, onDelete, isOnPine, corner, isDisabled } = props;
  // With `useEffect`, the next key could still call the functions of the previous render.
  useLayoutEffect(() => {
    if (isDisabled) return undefined;
    const press = (event: KeyboardEvent) => {
      if (/^\d$/.test(event.key)) onDigit(event.key);
      if (event.key === 'Backspace') onDelete();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onDigit, onDelete, isDisabled]);
  const ground = isOnPine ? 'bg-pine-key' : 'bg-sunken';
  const key = `grid min-h-14 cursor-pointer place-items-center rounded-lg text-[1.625rem] leading-none font-semibold disabled:opacity-60`;
  const digit = (value: string) => (
    <button
      type="button"
      key={value}
      disabled={isDisabled}
      className={`${key} ${ground}`}
      onClick={() => onDigit(value)}
    >
      {value}
    </button>
  );
  return (
    <fieldset className="grid grid-cols-3 gap-2">
      <legend className="sr-only">{label}</legend>
      {digits.map(digit)}
      {corner ?? <span />}
      {digit('0')}
      <button
        type="button"
        disabled={isDisabled}
        className={key}
        aria-label={deleteLabel}
        onClick={onDelete}
      >
        <Delete className="icon" aria-hidden />
      </button>
    </fieldset>
  );
}

export function PinDots({
  typed,
  label,
  isOnPine,
}: {
  typed: number;
  label: string;
  isOnPine?: boolean;
}) {
  const [empty, full] = isOnPine
    ? ['border-[#8fb0ab]', 'border-amber bg-amber']
    : ['border-edge', 'border-accent bg-accent'];
  return (
    <p role="status" aria-label={label} className="flex justify-center gap-3.5">
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <span
          key={place}
          aria-hidden
          className={`size-[18px] rounded-full border-2 ${place < typed ? full : empty}`}
        />
      ))}
    </p>
  );
}
