import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

/**
 * An icon next to a text, hidden from screen readers. Memoized, because rendering the seventy icons of a
 * table took most of the time of turning a page.
 */
export const Glyph = memo(function Glyph({
  icon: Icon,
  className,
  strokeWidth,
}: {
  icon: LucideIcon;
  className: string;
  strokeWidth?: number;
}) {
  return <Icon aria-hidden className={className} strokeWidth={strokeWidth} />;
});
