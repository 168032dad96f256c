import { type EvidenceLevel, evidenceLevelLabels } from '@doorstep/contract/evidence/levels';
import { Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react';
import { Glyph } from '../../ui/button/Glyph.tsx';

const levels: Record<EvidenceLevel, { icon: LucideIcon; look: string }> = {
  serious: { icon: OctagonAlert, look: 'text-negative' },
  look: { icon: TriangleAlert, look: 'text-warning' },
  note: { icon: Info, look: 'text-neutral' },
};

/** Shows the level as a word and a shape, so that the colour is not needed. */
export function LevelBadge({ level }: { level: EvidenceLevel }) {
  const { icon, look } = levels[level];
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap ${look}`}
    >
      <Glyph icon={icon} className="size-4 shrink-0" />
      {evidenceLevelLabels[level]}
    </span>
  );
}

/** Shows only the shape, for small places. Screen readers get the word. */
export function LevelSign({ level }: { level: EvidenceLevel }) {
  const { icon } = levels[level];
  return (
    <>
      <Glyph icon={icon} className="size-4 shrink-0" />
      <span className="sr-only">{evidenceLevelLabels[level]}</span>
    </>
  );
}
