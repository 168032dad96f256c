import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

/**
 * This component is memoized, because rendering the seventy icons of a table took most of the time of going
 * to the next page.
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
