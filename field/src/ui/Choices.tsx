import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface Choice<T extends string> {
  value: T;
  label: string;
}

interface ChoicesProps<T extends string> {
  label: string;
  choices: readonly Choice<T>[];
  chosen: readonly string[];
  onChoose: (value: T) => void;
  isMany?: boolean;
  className?: string;
  /** Whether to use smaller buttons, two in a row on most phones. Always true for more than five choices. */
  isDense?: boolean;
  /** Whether each row has as many choices as fit. */
  isPacked?: boolean;
  last?: ReactNode;
}

export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { label, choices, chosen, onChoose, isMany, isPacked, className = '', last } = props;
  const isDense = props.isDense === true || choices.length > 5;
  const columns = isPacked
    ? 'flex flex-wrap [&>button]:w-auto [&>button]:flex-auto'
    : isDense
      ? 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]'
      : 'grid grid-cols-1';
  return (
    <fieldset className={`${isDense ? 'gap-1.5' : 'gap-2'} ${columns} ${className}`}>
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, label: words }) => (
        <ChoiceButton
          key={value}
          isChosen={chosen.includes(value)}
          isMany={isMany}
          isDense={isDense}
          onClick={() => onChoose(value)}
        >
          {words}
        </ChoiceButton>
      ))}
      {last}
    </fieldset>
  );
}

interface ChoiceButtonProps {
  isChosen: boolean;
  isMany?: boolean | undefined;
  isDense?: boolean;
  onClick: () => void;
  /** Text below the button, which screen readers read as the button's description. */
  hint?: string;
  children: ReactNode;
}

/**
 * A toggle button and not a radio button, because a tap may open the next screen. Users don't expect that of
 * a radio button.
 */
export function ChoiceButton(props: ChoiceButtonProps) {
  const { isChosen, isMany, isDense, onClick, hint, children } = props;
  const id = useId();
  const size = isDense ? 'min-h-12 gap-2 px-2.5 text-base' : 'min-h-14 gap-3 px-3.5 text-lg';
  const look = isChosen
    ? 'border-accent bg-accent text-on-accent'
    : 'border-edge bg-panel text-ink';
  return (
    <>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-describedby={hint && id}
        onClick={onClick}
        className={`flex w-full cursor-pointer items-center rounded-lg border-2 py-1.5 text-start leading-tight font-semibold ${size} ${look}`}
      >
        {isMany ? <Box isChosen={isChosen} /> : <Ring isChosen={isChosen} />}
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </button>
      {hint && (
        <p id={id} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
}

const Ring = ({ isChosen }: { isChosen: boolean }) => (
  <span
    aria-hidden
    className={`size-[22px] flex-none rounded-full border-current ${isChosen ? 'border-7' : 'border-2'}`}
  />
);
const Box = ({ isChosen }: { isChosen: boolean }) => (
  <span
    aria-hidden
    className="grid size-[22px] flex-none place-items-center rounded-sm border-2 border-current"
  >
    {isChosen && <Check className="size-4 stroke-4" />}
  </span>
);
