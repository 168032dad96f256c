import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './button-class.ts';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and lets no further click through; the label says what is going on. */
  isBusy?: boolean;
}

/** A button with a text label, an icon before it if wanted. A plain `button` type unless given otherwise. */
export function Button({
  variant,
  size,
  isBusy = false,
  className = '',
  children,
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      // A disabled button would lose the focus; a busy one keeps it.
      aria-disabled={isBusy || props['aria-disabled']}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {isBusy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
