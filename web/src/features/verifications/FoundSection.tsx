import { personMet } from '@doorstep/contract/reports/visit-fields';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import type { Visit } from '@doorstep/contract/visits/visit';
import { dueInFull } from '../../domain/clock/clock-words.ts';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import { ObservationBadge } from '../../domain/visits/ObservationBadge.tsx';
import { SignatureAnswer } from '../../domain/visits/SignatureAnswer.tsx';
import { formatCoordinate, formatDateTime, formatValue } from '../../lib/format.ts';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';

/** `visit` is undefined until it is loaded, or if it can't be loaded. */
export interface OfVisit {
  verification: LooseVerification;
  visit: Visit | undefined;
}

export function FoundSection({ verification, visit }: OfVisit) {
  const met = personMet(verification.facts ?? {});
  return (
    <Section title="Verification Details">
      <DescriptionList
        items={[
          {
            label: 'Observation',
            value: <ObservationBadge observation={verification.overall_observation} />,
          },
          ...(verification.outcome
            ? [
                {
                  label: 'Outcome',
                  value: outcomeInWords(verification.outcome, verification.tries ?? 1),
                },
              ]
            : []),
          ...(verification.clock ? [{ label: 'Due', value: dueInFull(verification.clock) }] : []),
          ...(met ? [{ label: 'Person Met', value: met }] : []),
          ...(verification.signature
            ? [{ label: 'Signature', value: <SignatureAnswer of={verification} /> }]
            : []),
          { label: 'Remark', value: verification.remark },
          { label: 'Neighbour 1 Name', value: verification.neighbour1_name },
          { label: 'Neighbour 1 Feedback', value: verification.neighbour1_feedback },
          { label: 'Neighbour 2 Name', value: verification.neighbour2_name },
          { label: 'Neighbour 2 Feedback', value: verification.neighbour2_feedback },
          { label: 'Verification Address', value: verification.verification_address },
          { label: 'Latitude', value: coordinate(verification.latitude) },
          { label: 'Longitude', value: coordinate(verification.longitude) },
          ...(visit?.place_reason
            ? [{ label: 'Reason for Inaccurate Place', value: visit.place_reason }]
            : []),
          ...(verification.visited_at
            ? [{ label: 'Visit Time', value: formatDateTime(verification.visited_at) }]
            : []),
          { label: 'Submission Time', value: formatDateTime(verification.submitted_at) },
          { label: 'Agent Name', value: verification.agent },
          { label: 'Applicant Name', value: verification.applicant },
          {
            label: 'Application ID',
            value: <CopyableId id={verification.applicant_ids} name="application ID" />,
          },
          {
            label: 'Verification ID',
            value: <CopyableId id={verification.verification_id} name="verification ID" />,
          },
        ]}
      />
    </Section>
  );
}

/** Other backends may send degrees as text. */
function coordinate(degrees: unknown): string {
  return typeof degrees === 'number' ? formatCoordinate(degrees) : formatValue(degrees);
}
