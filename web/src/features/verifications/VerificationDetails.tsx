import { verificationHistory } from '@doorstep/contract/audit';
import { personMet } from '@doorstep/contract/reports/visit-fields';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import type { Visit } from '@doorstep/contract/visits/visit';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { dueInFull } from '../../domain/clock/clock-words.ts';
import { Findings } from '../../domain/evidence/Findings.tsx';
import type { FindingsState } from '../../domain/evidence/use-findings.ts';
import { PhotoGallery } from '../../domain/photos/PhotoGallery.tsx';
import { arrivedOf, describeDistances, photosOf } from '../../domain/photos/photos.ts';
import { ReportVersions } from '../../domain/reports/ReportVersions.tsx';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import { DecisionBadge } from '../../domain/verifications/VerificationBadges.tsx';
import { LaterVisit } from '../../domain/visits/LaterVisit.tsx';
import { ObservationBadge } from '../../domain/visits/ObservationBadge.tsx';
import { OtherVisits } from '../../domain/visits/OtherVisits.tsx';
import { AnsweredNotice, SentBackNotice } from '../../domain/visits/SentBack.tsx';
import { useVisitsOf } from '../../domain/visits/visit-queries.ts';
import { notTaken } from '../../domain/visits/visit-words.ts';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { formatCoordinate, formatDateTime, formatValue, prettifyLabel } from '../../lib/format.ts';
import { useHistory } from '../../lib/history/use-history.ts';
import { useRelated } from '../../lib/related/use-related.ts';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { AlsoUnder } from '../../ui/page/AlsoUnder.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';
import { HistorySection } from '../../ui/page/HistorySection.tsx';

/** A verification in the order in which one decides: what was found and where, beside its photos, then who it concerns. */
export function VerificationDetails({
  verification,
  findings,
  onOpen,
}: {
  verification: LooseVerification;
  findings: FindingsState;
  onOpen: (id: number) => void;
}) {
  const { application_details, agent_details, admin_reviewed_details } = verification;
  const history = useHistory(
    verificationHistory,
    String(verification.verification_id),
    admin_reviewed_details?.reviewed_at,
  );
  const review = admin_reviewed_details;
  const { visits, visit } = useVisitsOf(verification);
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="min-w-0 space-y-3 empty:hidden md:col-span-2">
        {verification.answers && <AnsweredNotice record={verification.answers} onOpen={onOpen} />}
        {verification.sent_back && (
          <SentBackNotice record={verification.sent_back} onOpen={onOpen} />
        )}
        <LaterVisit verification={verification} onOpen={onOpen} />
      </div>
      <div className="min-w-0 overflow-hidden rounded-md border border-rule empty:hidden md:col-span-2">
        <Findings verification={verification} state={findings} onOpen={onOpen} />
      </div>
      <Found verification={verification} visit={visit} />
      <Photos verification={verification} visit={visit} />
      <div className="min-w-0 space-y-3 empty:hidden">
        <RecordSection
          title="Applicant Information"
          record={application_details}
          known={{
            application_id: verification.applicant_ids,
            name: verification.applicant,
            address: verification.verification_address,
          }}
        />
        <OtherContactPoints details={application_details} />
      </div>
      <div className="min-w-0 space-y-6 empty:hidden">
        <RecordSection
          title="Agent Details"
          record={agent_details}
          known={{ name: verification.agent }}
        />
        <RecordSection
          title="Admin Review Details"
          record={review}
          known={{ reviewed_at: review?.decision_date }}
        />
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <OtherVisits visits={visits} except={verification.verification_id} onOpen={onOpen} />
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <ReportVersions id={String(verification.verification_id)} />
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <HistorySection events={history} />
      </div>
    </div>
  );
}

function OtherContactPoints({ details }: { details: LooseVerification['application_details'] }) {
  const { id, name, applicant_type: type } = details ?? {};
  const related = useRelated({ id, name, type });
  const { deeper } = useDialogHistory();
  const look = 'text-accent underline underline-offset-2';
  return (
    <AlsoUnder
      items={related}
      renderLink={({ id: other, verificationId, text }) =>
        verificationId === undefined ? (
          <Link to="/applicants" search={{ view: other }} className={look}>
            {text}
          </Link>
        ) : (
          <Link
            from="/verification"
            to="/verification"
            search={(old) => ({ ...old, view: String(verificationId) })}
            state={deeper}
            className={look}
          >
            {text}
          </Link>
        )
      }
    />
  );
}

/** A verification, and the visit that it stands on where the backend keeps visits. */
interface OfVisit {
  verification: LooseVerification;
  visit: Visit | undefined;
}

function Found({ verification, visit }: OfVisit) {
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
          { label: 'Remark', value: verification.remark },
          { label: 'Neighbour 1 Name', value: verification.neighbour1_name },
          { label: 'Neighbour 1 Feedback', value: verification.neighbour1_feedback },
          { label: 'Neighbour 2 Name', value: verification.neighbour2_name },
          { label: 'Neighbour 2 Feedback', value: verification.neighbour2_feedback },
          { label: 'Verification Address', value: verification.verification_address },
          { label: 'Latitude', value: coordinate(verification.latitude) },
          { label: 'Longitude', value: coordinate(verification.longitude) },
          ...(visit?.place_reason
            ? [{ label: 'Why No Better Place', value: visit.place_reason }]
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

/** Another backend may send degrees as text. */
function coordinate(degrees: unknown): string {
  return typeof degrees === 'number' ? formatCoordinate(degrees) : formatValue(degrees);
}

function Photos({ verification, visit }: OfVisit) {
  const photos = photosOf(verification);
  const distances = describeDistances(photos);
  const skipped = visit && notTaken(visit);
  const arrived = arrivedOf(
    verification.image_count ?? photos.length,
    verification.photos_expected,
  );
  return (
    <Section title={`Images (${photos.length})`}>
      {arrived && <p className="mb-2 text-sm text-warning">{arrived}</p>}
      {skipped && <p className="mb-2 text-sm text-muted">{skipped}</p>}
      {distances && <p className="mb-2 text-sm text-muted">{distances}</p>}
      <PhotoGallery photos={photos} empty="No images were sent with this verification." />
    </Section>
  );
}

function shown(name: string, value: unknown): ReactNode {
  if (name === 'admin_decision') return <DecisionBadge decision={String(value)} />;
  if (name === 'status' && typeof value === 'string') return prettifyLabel(value);
  return formatValue(value);
}

interface RecordSectionProps {
  title: string;
  record: object | null | undefined;
  /** What stands elsewhere in the dialog already, by the record's names. */
  known: Record<string, unknown>;
}

/** A part that is shown only when present, with whatever fields it has. */
function RecordSection({ title, record, known }: RecordSectionProps) {
  const fields = Object.entries(record ?? {});
  if (fields.length === 0) return null;
  return (
    <Section title={title}>
      <DescriptionList
        items={fields
          .filter(([name, value]) => !value || value !== known[name])
          .map(([name, value]) => ({ label: prettifyLabel(name), value: shown(name, value) }))}
      />
    </Section>
  );
}
