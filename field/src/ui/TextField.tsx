import { type InputHTMLAttributes, useId, useState } from 'react';
import { focus } from './focus.ts';

interface Shared {
  label: string;
  value: string;
  onValue: (value: string) => void;
  problem?: string | undefined;
  /** Set if a heading already has the same text. Screen readers still get the label. */
  isLabelHidden?: boolean;
}
interface TextFieldProps
  extends Shared,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'autoComplete'> {
  /** Set only for the account name, passwords and passphrases. Other fields use {@link unsaved}. */
  autoComplete?: 'off' | 'username' | 'current-password' | 'new-password';
  onEnter?: (() => void) | undefined;
  /** The labels of the button that shows or hides the text. The text is hidden at first. */
  reveal?: { show: string; hide: string };
}

/** Without `off`, Chromium writes the text to its disk unencrypted, for restored tabs and suggestions. */
const unsaved = 'off';

const frame =
  'flex items-center rounded-lg border-2 bg-panel focus-within:border-accent focus-within:outline-3 focus-within:outline-offset-1 focus-within:outline-accent';
const box = 'min-w-0 flex-1 bg-transparent px-3.5 text-lg outline-none';

export function TextField(props: TextFieldProps) {
  const { label, value, onValue, problem, isLabelHidden, reveal, autoFocus, onEnter, ...input } =
    props;
  const { autoComplete = unsaved, ...others } = input;
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-1">
      <Label id={id} isHidden={isLabelHidden}>
        {label}
      </Label>
      <span className={`${frame} ${problem ? 'border-danger' : 'border-edge'}`}>
        <input
          ref={autoFocus ? focus : null}
          id={id}
          className={`${box} min-h-[52px]`}
          {...others}
          {...(reveal && { type: isShown ? 'text' : 'password' })}
          // While a secret is shown, the field is a text field, whose text the browser must not save.
          autoComplete={isShown ? unsaved : autoComplete}
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ target }) => onValue(target.value)}
          {...(onEnter && {
            onKeyDown: (event) => {
              // While a word is composed with an input method (IME), Enter only confirms the word.
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter();
            },
          })}
        />
        {reveal && (
          <button
            type="button"
            className="min-h-12 flex-none cursor-pointer px-3 font-semibold text-accent"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? reveal.hide : reveal.show}
          </button>
        )}
      </span>
      <Problem id={id}>{problem}</Problem>
    </div>
  );
}

export function LongField({
  label,
  value,
  onValue,
  problem,
  isLabelHidden,
  rows = 3,
  maxLength,
}: Shared & { rows?: number; maxLength?: number }) {
  const id = useId();
  return (
    <div className="grid grid-cols-1 gap-1">
      <Label id={id} isHidden={isLabelHidden}>
        {label}
      </Label>
      <span className={`${frame} ${problem ? 'border-danger' : 'border-edge'}`}>
        <textarea
          id={id}
          autoComplete={unsaved}
          className={`${box} field-sizing-content max-h-60 resize-none py-2.5 leading-snug`}
          style={{ minBlockSize: `calc(${rows} * 1lh + 20px)` }}
          maxLength={maxLength}
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={({ target }) => onValue(target.value)}
        />
      </span>
      <Problem id={id}>{problem}</Problem>
    </div>
  );
}

const Label = ({
  id,
  isHidden,
  children,
}: {
  id: string;
  isHidden: boolean | undefined;
  children: string;
}) => (
  <label htmlFor={id} className={isHidden ? 'sr-only' : 'font-semibold'}>
    {children}
  </label>
);

const Problem = ({ id, children }: { id: string; children: string | undefined }) =>
  children ? (
    <p id={`${id}-problem`} className="text-sm font-semibold text-danger">
      {children}
    </p>
  ) : null;
