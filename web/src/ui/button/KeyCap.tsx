import type { ComponentProps } from 'react';

/** The key cap is visual only, because `aria-keyshortcuts` of the control announces the key. */
export function KeyCap({ className = '', ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={`inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-sm border border-edge bg-panel px-1 font-mono text-xs leading-none font-semibold text-ink ${className}`}
      {...props}
    />
  );
}
