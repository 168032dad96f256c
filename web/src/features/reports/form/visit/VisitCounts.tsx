import type { PrefillSource } from '@doorstep/contract/reports/prefill';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import { MapPin } from 'lucide-react';
import { useVisitCount, type VisitValues } from './visit-values.ts';

export function SectionCount({ visit, names }: { visit: VisitValues; names: readonly string[] }) {
  const { sent, changed } = useVisitCount(visit, names);
  if (sent === 0) return null;
  return (
    <>
      {sent} from the visit{changed > 0 && `, ${changed} changed`}
    </>
  );
}

export function VisitSummary({
  visit,
  found: { outcome, tries = 1 },
}: {
  visit: VisitValues;
  found: Pick<PrefillSource, 'outcome'> & { tries?: number | undefined };
}) {
  const { sent, changed } = useVisitCount(visit, Object.keys(visit.sent));
  if (sent === 0) return null;
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-1.5 text-sm text-muted">
      {outcome && outcome !== 'met' && (
        <strong className="font-semibold text-ink">{outcomeInWords(outcome, tries)}.</strong>
      )}
      <span>
        <MapPin aria-hidden className="me-1 inline-block size-3.5 align-[-0.125rem]" />
        {sent} {sent === 1 ? 'value is' : 'values are'} from the visit
        {changed > 0 && `, ${changed} of them changed`}.
      </span>
    </p>
  );
}
