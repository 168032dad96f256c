import type { OtherCase } from '@doorstep/contract/evidence/findings';

/** Warns that a case is another lender's. The office may see the case, but must not name it in a report. */
export function OtherLender({ of }: { of: OtherCase }) {
  if (of.is_own_lenders) return null;
  return (
    <span className="block text-xs leading-4.5 font-semibold text-warning">
      Another lender’s case (<bdi>{of.portfolio_name}</bdi>). Don’t mention it in the report.
    </span>
  );
}
