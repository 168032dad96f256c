import { ChevronLeft } from 'lucide-react';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { focus } from './focus.ts';

type Kind = 'go' | 'amber' | 'alt' | 'pine' | 'danger' | 'text' | 'icon';

const common = 'cursor-pointer rounded-lg disabled:cursor-default disabled:opacity-60';
const wide = `${common} flex max-w-full flex-1 items-center justify-center gap-2.5 px-3 py-2 text-center text-lg leading-tight font-bold`;
const looks: Record<Kind, string> = {
  go: `${wide} min-h-14 bg-accent text-on-accent`,
  amber: `${wide} min-h-14 bg-amber text-on-amber`,
  alt: `${wide} min-h-14 border-2 border-edge bg-panel text-ink`,
  pine: `${wide} min-h-14 border-2 border-[#8fb0ab] text-on-pine`,
  danger: `${wide} min-h-14 border-2 border-danger bg-panel text-danger`,
  text: `${common} flex min-h-12 items-center gap-2 font-semibold text-accent`,
  icon: `${common} grid size-12 flex-none place-items-center`,
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind: Kind;
}

/** Text buttons and icon buttons are at least 48 px high, other buttons at least 56 px by default. */
export function Button({ kind, className = '', autoFocus, ...props }: ButtonProps) {
  return (
    <button
      ref={autoFocus ? focus : null}
      type="button"
      className={`${looks[kind]} ${className}`}
      {...props}
    />
  );
}

interface LinkButtonProps extends Pick<AnchorHTMLAttributes<HTMLAnchorElement>, 'onClick'> {
  href: string;
  children: ReactNode;
}

export const LinkButton = ({ children, ...props }: LinkButtonProps) => (
  <a
    {...props}
    className="flex min-h-12 flex-1 items-center justify-center gap-2 rounded-lg border-2 border-edge bg-panel px-3 font-bold"
  >
    {children}
  </a>
);

export function BackButton({
  label,
  onClick,
  isOnPine,
  className = 'w-14 flex-none',
}: {
  label: string;
  onClick: () => void;
  isOnPine?: boolean;
  /** Classes that set a width other than 56 px. */
  className?: string;
}) {
  return (
    <Button
      kind={isOnPine ? 'pine' : 'alt'}
      className={`self-end px-0 ${className}`}
      aria-label={label}
      onClick={onClick}
    >
      <ChevronLeft className="icon" aria-hidden />
    </Button>
  );
}
