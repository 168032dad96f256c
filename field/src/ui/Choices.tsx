import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface Choice<T extends string> {
  value: T;
  label: string;
}

interface ChoicesProps<T extends string> {
  /** Names the group, for screen readers. */
  label: string;
  choices: readonly Choice<T>[];
  chosen: readonly string[];
  onChoose: (value: T) => void;
  /** More than one can be chosen. */
  isMany?: boolean;
  className?: string;
  /** Two columns of smaller buttons. More than five choices are always shown so. */
  isDense?: boolean;
  /** One more button after the choices. */
  last?: ReactNode;
}

/** Answers to choose from, 56 px high; many of them stand in two columns. */
export function Choices<T extends string>(props: ChoicesProps<T>) {
  const { label, choices, chosen, onChoose, isMany, className = '', last } = props;
  const isDense = props.isDense === true || choices.length > 5;
  const columns = isDense
    ? 'grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]'
    : 'grid-cols-1';
  return (
    <fieldset className={`grid ${isDense ? 'gap-1.5' : 'gap-2'} ${columns} ${className}`}>
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
  /** One of two columns. */
  isDense?: boolean;
  onClick: () => void;
  /** Says more below the button: its description, not a part of its name. */
  hint?: string;
  children: ReactNode;
}

/** One answer. A tap may also open the next screen, which nobody expects of a radio button: so it is a toggle button. */
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
