const pin =
  'M16 1C9.4 1 4 6.3 4 12.9c0 4.5 2.3 8.3 5.2 11.6L14.4 30.3a2.15 2.15 0 0 0 3.2 0L22.8 24.5C25.7 21.2 28 17.4 28 12.9 28 6.3 22.6 1 16 1Z';
const tick = 'm10.6 13.3 3.8 3.8 7.2-7.6';
const round = { strokeLinecap: 'round', strokeLinejoin: 'round', fill: 'none' } as const;

export function Mark({ className = 'h-[34px] w-7' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={className}>
      <path className="fill-[#2b8579]" d={pin} />
      <path className="stroke-amber stroke-[3.6]" d={tick} {...round} />
    </svg>
  );
}

/** Marks the current place or step. With a check mark (`isDone`), marks a saved visit. */
export function AmberPin({ isDone, ...place }: PinProps) {
  return (
    <svg aria-hidden viewBox="4 0 24 31" {...place}>
      <path className="fill-amber" d={pin} />
      {isDone ? (
        <path className="stroke-[#123b3a] stroke-[3.2]" d={tick} {...round} />
      ) : (
        <circle cx="16" cy="12.6" r="4.6" className="fill-[#123b3a]" />
      )}
    </svg>
  );
}

interface PinProps {
  isDone?: boolean;
  className?: string;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}

export function PlacePin(place: PinProps) {
  return (
    <svg aria-hidden viewBox="4 0 24 31" {...place}>
      <path className="fill-accent" d={pin} />
      <circle cx="16" cy="12.6" r="4.6" className="fill-paper" />
    </svg>
  );
}

export function SavedSign({ className = 'icon-small' }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className={`stroke-current stroke-2 ${className}`}
      {...round}
    >
      <rect x="5" y="1.5" width="14" height="21" rx="3" />
      <path d="m8.8 12.2 2.3 2.3 4.2-4.8" strokeWidth="2.4" />
    </svg>
  );
}
