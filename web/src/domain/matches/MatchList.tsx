import type { Match, MatchReason } from '@doorstep/contract/applicants/matches';
import { Link } from '@tanstack/react-router';

const reasons: Record<MatchReason, string> = {
  mobile_number: 'same mobile number',
  name: 'same name and pin code',
  address: 'same address',
  similar_name: 'similar name, same pin code',
};

/** Lists matching applicants as links. The server doesn't name those of other lenders. */
export function MatchList({ matches }: { matches: readonly Match[] }) {
  return (
    <ul aria-label="Matching applications" className="space-y-0.5">
      {matches.map(({ applicant, because }, index) => (
        <li key={applicant?.id ?? `other-${index}`} className="wrap-anywhere">
          {applicant ? (
            <Link
              to="/applicants"
              search={{ view: String(applicant.id) }}
              target="_blank"
              className="text-accent underline underline-offset-2"
            >
              <bdi>
                {applicant.application_id}, {applicant.applicant_name}
              </bdi>
            </Link>
          ) : (
            'Another lender'
          )}
          <span className="text-muted">: {because.map((one) => reasons[one]).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
