import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Glyph } from './Glyph.tsx';

const tones = {
  plain: 'text-muted hover:bg-hover hover:text-ink',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger',
};

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** The accessible name. It must include the object, as in 'View Kabir Shah'. */
  label: string;
  tip?: string;
  tone?: keyof typeof tones;
}

export function IconButton({
  icon,
  label,
  tip = label,
  tone = 'plain',
  className = '',
  ...props
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={tip}
      className={`inline-grid size-7 shrink-0 place-items-center rounded-md transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-40 ${tones[tone]} ${className}`}
      {...props}
    >
      <Glyph icon={icon} className="size-4" strokeWidth={1.75} />
    </button>
  );
}
