import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import type { Visit } from '@doorstep/contract/visits/visit';
import { type ReactNode, useState } from 'react';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { StatusBadge, type Tone } from '../../ui/feedback/StatusBadge.tsx';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { VisitFound } from './VisitFound.tsx';
import { whyHeld } from './visit-words.ts';

interface VisitListProps {
  title: string;
  visits: readonly Visit[] | undefined;
  renderVerification: (id: number) => ReactNode;
}

export function VisitList({ title, visits = [], renderVerification }: VisitListProps) {
  if (visits.length === 0) return null;
  return (
    <Section title={title}>
      <ul aria-label={title} className="divide-y divide-rule border-y border-rule">
        {visits.map((visit) => (
          <li key={visit.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="w-44 shrink-0 text-muted">
              {formatDateTime(visit.arrived_at ?? visit.received_at)}
            </span>
            <span className="grow basis-48">
              {outcomeInWords(visit.outcome, 1)} · <bdi>{visit.agent}</bdi>
              <Aside visit={visit} />
            </span>
            {visit.verification_id === null ? (
              <Standing visit={visit} />
            ) : (
              renderVerification(visit.verification_id)
            )}
            {/* The details of a visit that became a verification are shown by the verification. */}
            {visit.verification_id === null && <Fold visit={visit} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Aside({ visit }: { visit: Visit }) {
  const { is_final, standing, try_again_at, resolution_note, resolved_by } = visit;
  const lines = [
    !is_final && try_again_at && `Next attempt ${formatDateTime(try_again_at)}`,
    standing !== 'counted' && whyHeld(visit),
    resolution_note && `${resolved_by}: ${resolution_note}`,
  ];
  return lines.map(
    (line) =>
      line && (
        <span key={line} className="block text-sm text-muted">
          {line}
        </span>
      ),
  );
}

/** The collapsed details of a visit. Renders them only when opened, so that photos are not loaded before. */
function Fold({ visit }: { visit: Visit }) {
  const [isOpen, setOpen] = useState(false);
  const { length } = visit.photos;
  return (
    <details className="basis-full" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-0.5 text-sm font-semibold text-accent">
        What was found{length > 0 && `, ${formatCount(length, 'photo')}`}
      </summary>
      {isOpen && (
        <div className="mt-2 mb-1">
          <VisitFound visit={visit} />
        </div>
      )}
    </details>
  );
}

function Standing({ visit }: { visit: Visit }) {
  const [tone, word] = standings[visit.standing];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

const standings: Record<Visit['standing'], [Tone, string]> = {
  counted: ['neutral', 'Attempt'],
  held: ['info', 'Held'],
  set_aside: ['neutral', 'Set aside'],
};
