import type { ReactNode } from 'react';
import { useSingleKeys } from '../../lib/single-keys.ts';

interface KeyButtonProps {
  cap: ReactNode;
  /** The value of `aria-keyshortcuts`. Undefined if the page must not announce the key as a shortcut. */
  shortcut?: string;
  className?: string;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function KeyButton({
  cap,
  shortcut,
  className = '',
  isOff = false,
  onPress,
  children,
}: KeyButtonProps) {
  const areOn = useSingleKeys();
  return (
    <button
      type="button"
      className={`key ${className}`}
      aria-keyshortcuts={areOn ? shortcut : undefined}
      // Not `disabled`, because a disabled button loses the focus.
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onPress}
    >
      {areOn && cap}
      {children}
    </button>
  );
}

export function Cap({ children }: { children: ReactNode }) {
  return (
    <kbd aria-hidden>
      <span>{children}</span>
    </kbd>
  );
}
