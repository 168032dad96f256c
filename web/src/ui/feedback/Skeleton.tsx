/**
 * A grey bar in place of text. The caller sets its width, and announces the loading in words, because
 * screen readers ignore the bar.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={`block h-3 animate-pulse rounded-sm bg-sunken [animation-delay:400ms] ${className}`}
    />
  );
}
