import type { Visit } from '@doorstep/contract/visits/office';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../lib/format.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/StatusBadge.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { visitsQuery } from './visit-queries.ts';
import { whyHeld } from './visit-words.ts';

interface OtherVisitsProps {
  applicantId: number;
  /** The verification that is shown. */
  except: number;
  onOpen: (verificationId: number) => void;
}

/** The other times that somebody stood at this door; nothing where there were none. */
export function OtherVisits({ applicantId, except, onOpen }: OtherVisitsProps) {
  const { data } = useQuery(visitsQuery(applicantId));
  const others = data?.filter(({ verification_id }) => verification_id !== except) ?? [];
  if (others.length === 0) return null;
  return (
    <Section title="Other Visits">
      <ul className="divide-y divide-rule border-y border-rule">
        {others.map((visit) => (
          <li key={visit.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="w-44 shrink-0 text-muted">
              {formatDateTime(visit.arrived_at ?? visit.received_at)}
            </span>
            <span className="grow basis-48">
              {outcomeInWords(visit.outcome, 1)} · <bdi>{visit.agent}</bdi>
              {visit.standing !== 'counted' && (
                <span className="block text-sm text-muted">{whyHeld(visit)}</span>
              )}
              {visit.resolution_note && (
                <span className="block text-sm text-muted">
                  {visit.resolved_by}: {visit.resolution_note}
                </span>
              )}
            </span>
            {visit.verification_id === null ? (
              <Standing visit={visit} />
            ) : (
              <OpenVerification id={visit.verification_id} onOpen={onOpen} />
            )}
          </li>
        ))}
      </ul>
    </Section>
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

/** A link to another verification, in words. */
export function OpenVerification({
  id,
  onOpen,
}: {
  id: number;
  onOpen: (verificationId: number) => void;
}) {
  return (
    <button
      type="button"
      onClick={() => onOpen(id)}
      className="min-h-6 font-semibold text-accent underline underline-offset-2 hover:no-underline"
    >
      Verification {id}
    </button>
  );
}
