import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

/**
 * An icon beside its words, hidden from screen readers. Drawn again only when it changes: a table has
 * seventy of them, and on turning a page they were most of the work.
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
