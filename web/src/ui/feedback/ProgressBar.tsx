export function ProgressBar({ label, share }: { label: string; share?: number }) {
  const percent = share === undefined ? undefined : Math.floor(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full bg-accent ${percent === undefined ? 'w-full animate-pulse' : 'transition-[width]'}`}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
