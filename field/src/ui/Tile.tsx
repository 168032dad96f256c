import { Check, type LucideIcon } from 'lucide-react';

interface TileProps {
  icon: LucideIcon;
  label: string;
  hint?: string;
  isChosen: boolean;
  onClick: () => void;
}

export function Tile({ icon: Icon, label, hint, isChosen, onClick }: TileProps) {
  const look = isChosen ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-panel';
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={`relative grid min-h-20 w-full cursor-pointer content-center gap-1.5 rounded-[10px] border-2 px-3 py-2 text-start leading-tight font-semibold ${look}`}
    >
      <Icon
        aria-hidden
        className={`size-[calc(16px+0.75rem)] ${isChosen ? 'text-inherit' : 'text-accent'}`}
      />
      <span className="wrap-anywhere">
        {label}
        {hint && <span className="block pt-0.5 text-sm font-normal">{hint}</span>}
      </span>
      {isChosen && <Check aria-hidden className="icon absolute end-2.5 top-2.5 stroke-3" />}
    </button>
  );
}
