import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

const variants = {
  primary:
    'border-transparent bg-accent text-on-accent hover:bg-accent-hover disabled:hover:bg-accent',
  secondary: 'border-edge/60 bg-panel text-ink hover:border-edge hover:bg-hover',
  danger:
    'border-transparent bg-danger text-on-danger hover:bg-danger-hover disabled:hover:bg-danger',
  quiet: 'border-transparent text-ink hover:bg-hover',
};
const sizes = { sm: 'h-7 px-2.5', md: 'h-8 px-3', lg: 'h-10 px-4' };

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and lets no further click through; the label says what is going on. */
  isBusy?: boolean;
}

/** A button with a text label, an icon before it if wanted. A plain `button` type unless told otherwise. */
export function Button({
  variant = 'secondary',
  size = 'md',
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
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      className={`inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress [&_svg]:size-4 [&_svg]:shrink-0 ${variants[variant]} ${sizes[size]} ${className}`}
    >
      {isBusy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
