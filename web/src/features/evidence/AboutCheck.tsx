import { checkTraits } from '@doorstep/contract/evidence/checks';
import type { CheckRecord, EvidenceSummary } from '@doorstep/contract/evidence/office';
import { formatCount, formatDay, formatNumber } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Section } from '../../ui/page/DescriptionList.tsx';

/** Returns a text such as 'Found in 50 of 1,237 cases in 30 days, dismissed in 41, confirmed in 1'. */
export const countsOf = (
  { fired, dismissed, confirmed, since }: CheckRecord,
  { cases, days }: EvidenceSummary,
) =>
  `Found in ${since ? `${formatCount(fired, 'case')} since its thresholds changed on ${formatDay(since)}` : `${formatNumber(fired)} of ${formatCount(cases, 'case')} in ${days} days`}, dismissed in ${formatNumber(dismissed)}, confirmed in ${formatNumber(confirmed)}`;

export function AboutCheck({ check }: { check: CheckRecord }) {
  const { check: id, fired, dismissed, asks_to_be_loosened } = check;
  return (
    <div className="space-y-6">
      {asks_to_be_loosened && (
        <Notice tone="warning">
          {formatNumber(dismissed)} of {formatNumber(fired)} findings were dismissed. Loosen the
          thresholds of this check.
        </Notice>
      )}
      <Section title="Known false alarms">
        <p className="max-w-prose">{checkTraits[id].falseAlarms}</p>
      </Section>
    </div>
  );
}
