/**
 * Screen readers ignore the bar, so the caller must announce the loading in words. The caller also sets the
 * bar's width.
 */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={`block h-3 animate-pulse rounded-sm bg-sunken [animation-delay:400ms] ${className}`}
    />
  );
}
