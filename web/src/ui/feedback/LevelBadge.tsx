import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import { Glyph } from '../button/Glyph.tsx';

const levels: Record<
  'serious' | 'look' | 'note',
  { word: string; icon: LucideIcon; look: string }
> = {
  serious: { word: 'Serious', icon: OctagonAlert, look: 'text-negative' },
  look: { word: 'Doubtful', icon: TriangleAlert, look: 'text-warning' },
  note: { word: 'Note', icon: Info, look: 'text-neutral' },
};

/** The level of a finding as a word and a shape, not only a colour. */
export function LevelBadge({ level }: { level: keyof typeof levels }) {
  const { word, icon, look } = levels[level];
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap ${look}`}
    >
      <Glyph icon={icon} className="size-4 shrink-0" />
      {word}
    </span>
  );
}

/** The shape of a level, for small places. The word is only for screen readers. */
export function LevelSign({ level }: { level: keyof typeof levels }) {
  const { word, icon } = levels[level];
  return (
    <>
      <Glyph icon={icon} className="size-4 shrink-0" />
      <span className="sr-only">{word}</span>
    </>
  );
}
