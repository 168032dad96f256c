/** A grey bar in place of text; give it a width. Hidden from screen readers, so announce the loading in words too. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={`block h-3 animate-pulse rounded-sm bg-sunken [animation-delay:400ms] ${className}`}
    />
  );
}
