import type { LucideIcon } from 'lucide-react';
import { memo } from 'react';

/**
 * An icon next to a text, hidden from screen readers. Renders again only when it changes: a table has seventy of them,
 * which were most of the work of turning a page.
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
