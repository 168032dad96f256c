import { verificationHistory } from '@doorstep/contract/audit';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { CallbackState } from '../../domain/callbacks/CallbackState.tsx';
import { Findings } from '../../domain/evidence/Findings.tsx';
import type { FindingsState } from '../../domain/evidence/use-findings.ts';
import { MatchSection } from '../../domain/matches/MatchSection.tsx';
import { PhotoGallery } from '../../domain/photos/PhotoGallery.tsx';
import { arrivedOf, describeDistances, photosOf } from '../../domain/photos/photos.ts';
import { ReportVersions } from '../../domain/reports/ReportVersions.tsx';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import { SecondLookSection } from '../../domain/verifications/SecondLook.tsx';
import { CallList } from '../../domain/visits/CallList.tsx';
import { LaterVisit } from '../../domain/visits/LaterVisit.tsx';
import { OtherVisits } from '../../domain/visits/OtherVisits.tsx';
import { AnsweredNotice, SentBackNotice } from '../../domain/visits/SentBack.tsx';
import { useVisitsOf } from '../../domain/visits/visit-queries.ts';
import { notTaken } from '../../domain/visits/visit-words.ts';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';

import { useHistory } from '../../lib/history/use-history.ts';
import { useRelated } from '../../lib/related/use-related.ts';
import { AlsoUnder } from '../../ui/page/AlsoUnder.tsx';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { HistorySection } from '../../ui/page/HistorySection.tsx';
import { Disputes } from './disputes/Disputes.tsx';
import { FoundSection, type OfVisit } from './FoundSection.tsx';
import { RecordSection } from './RecordSection.tsx';

const MessageSection = lazy(() => import('../../domain/messages/MessageSection.tsx'));

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
  const { visits, visit, calls } = useVisitsOf(verification);
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
      <FoundSection verification={verification} visit={visit} />
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
        <MatchSection applicantId={application_details?.id} />
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
        <SecondLookSection of={verification} />
      </div>
      {verification.callback && (
        <Section title="Call-back">
          <CallbackState callback={verification.callback} />
        </Section>
      )}
      {verification.disputes && (
        <Section title="Lender’s disputes">
          <Disputes verification={verification} disputes={verification.disputes} />
        </Section>
      )}
      <div className="min-w-0 empty:hidden md:col-span-2">
        <OtherVisits visits={visits} except={verification.verification_id} onOpen={onOpen} />
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <CallList calls={calls} />
      </div>
      {application_details?.id !== undefined && (
        <div className="min-w-0 empty:hidden md:col-span-2">
          <Suspense fallback={null}>
            <MessageSection applicantId={application_details.id} />
          </Suspense>
        </div>
      )}
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
      <PhotoGallery photos={photos} empty="This verification has no images." />
    </Section>
  );
}
