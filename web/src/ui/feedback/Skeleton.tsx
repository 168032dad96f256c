/**
 * A grey bar in place of text that is loading. Screen readers ignore it, so the caller must announce the
 * loading in words. `className` must set the bar's width.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={`block h-3 animate-pulse rounded-sm bg-sunken [animation-delay:400ms] ${className}`}
    />
  );
}
