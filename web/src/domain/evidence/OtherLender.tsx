import type { OtherCase } from '@doorstep/contract/evidence/findings';
import type { LooseVerification } from '../verifications/loose-verification.ts';
import { isOfAnotherLender } from './pairs.ts';

/** The office may see a case of another lender, but no report may name it. */
export function OtherLender({
  of,
  verification,
}: {
  of: OtherCase;
  verification: LooseVerification;
}) {
  if (!isOfAnotherLender(of, verification)) return null;
  return (
    <span className="block text-xs leading-4.5 font-semibold text-warning">
      Another lender’s case (<bdi>{of.portfolio_name}</bdi>). Don’t mention it in the report.
    </span>
  );
}
