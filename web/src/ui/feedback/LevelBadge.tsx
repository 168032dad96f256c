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

/** Shows the level as a word and a shape, so that the colour is not needed. */
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

/** Shows only the shape, for small places. Screen readers get the word. */
export function LevelSign({ level }: { level: keyof typeof levels }) {
  const { word, icon } = levels[level];
  return (
    <>
      <Glyph icon={icon} className="size-4 shrink-0" />
      <span className="sr-only">{word}</span>
    </>
  );
}
