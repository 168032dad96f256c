import { applicantHistory } from '@doorstep/contract/audit';
import { texts } from '@doorstep/contract/texts';
import { Link } from '@tanstack/react-router';
import { UserRoundPen, UserRoundPlus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { MatchSection } from '../../domain/matches/MatchSection.tsx';
import { CallList } from '../../domain/visits/CallList.tsx';
import { VisitList } from '../../domain/visits/VisitList.tsx';
import { useVisits } from '../../domain/visits/visit-queries.ts';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { failureOf } from '../../lib/api/api-error.ts';
import { formatDateTime, formatValue } from '../../lib/format.ts';
import { useHistory } from '../../lib/history/use-history.ts';
import { useIsOutdated } from '../../lib/live/use-is-outdated.ts';
import { useRelated } from '../../lib/related/use-related.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { Modal, ModalFooter } from '../../ui/dialog/Modal.tsx';
import { RecordBody } from '../../ui/dialog/RecordBody.tsx';
import { AlsoUnder } from '../../ui/page/AlsoUnder.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';
import { HistorySection } from '../../ui/page/HistorySection.tsx';
import { ApplicantStatusBadge } from './ApplicantStatusBadge.tsx';
import { applicantKeys, type LooseApplicant, useApplicant } from './applicant-queries.ts';
import { GivenBackNotice } from './GivenBackNotice.tsx';

const MessageSection = lazy(() => import('../../domain/messages/MessageSection.tsx'));
// Loaded on demand, because only applicants of a lender have a due time.
const ClockSection = lazy(() => import('./clock/ClockSection.tsx'));

interface ApplicantModalProps {
  id: string;
  onClose: () => void;
  onAssign: () => void;
}

export default function ApplicantModal({ id, onClose, onAssign }: ApplicantModalProps) {
  const { data, error, isFetching, refetch } = useApplicant(id);
  const isOutdated = useIsOutdated(applicantKeys.detail(id));
  return (
    <Modal
      title={data?.applicant_name || 'Applicant'}
      subtitle={
        data?.application_id &&
        [`Application ${data.application_id}`, data.visit_type].filter(Boolean).join(' · ')
      }
      size="xl"
      onClose={onClose}
    >
      <RecordBody
        noun="applicant"
        data={data}
        failure={error && failureOf(error, texts.applicants.detail)}
        isFetching={isFetching}
        isOutdated={isOutdated}
        refetch={refetch}
      >
        {(applicant) => <Details applicant={applicant} />}
      </RecordBody>
      {data && (
        <ModalFooter>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={onAssign}>
            {data.assigned_agent ? <UserRoundPen aria-hidden /> : <UserRoundPlus aria-hidden />}
            {data.assigned_agent ? 'Reassign Agent' : 'Assign Agent'}
          </Button>
        </ModalFooter>
      )}
    </Modal>
  );
}

function Details({ applicant }: { applicant: LooseApplicant }) {
  const history = useHistory(applicantHistory, String(applicant.id), applicant.updated_at);
  const { visits, calls } = useVisits(applicant.id);
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="min-w-0 empty:hidden md:col-span-2">
        <OtherContactPoints applicant={applicant} />
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <MatchSection applicantId={applicant.id} />
      </div>
      {applicant.clock_details && (
        <div className="min-w-0 md:col-span-2">
          <Suspense fallback={null}>
            <ClockSection applicant={applicant} />
          </Suspense>
        </div>
      )}
      <Section title="Application">
        <DescriptionList
          items={[
            {
              label: 'Applicant ID',
              value: <CopyableId id={applicant.id} name="applicant ID" />,
            },
            {
              label: 'Application ID',
              value: <CopyableId id={applicant.application_id} name="application ID" />,
            },
            { label: 'Applicant Name', value: <bdi>{applicant.applicant_name || '-'}</bdi> },
            { label: 'Applicant Type', value: applicant.applicant_type },
            { label: 'Status', value: <ApplicantStatusBadge status={applicant.status} /> },
            { label: 'Portfolio Name', value: applicant.portfolio_name },
            { label: 'Product Type', value: applicant.product_type },
            { label: 'Visit Type', value: applicant.visit_type },
            { label: 'Created At', value: formatDateTime(applicant.created_at) },
            { label: 'Updated At', value: formatDateTime(applicant.updated_at) },
          ]}
        />
      </Section>
      <div className="min-w-0 space-y-6">
        <Section title="Contact">
          <DescriptionList
            items={[
              { label: 'Mobile Number', value: applicant.mobile_number },
              { label: 'Pin Code', value: applicant.pin_code },
              { label: 'Address', value: applicant.address },
              { label: 'Message', value: applicant.message },
            ]}
          />
        </Section>
        <Section title="Assigned Agent">
          {applicant.assigned_agent ? (
            <AgentDetails agent={applicant.assigned_agent} />
          ) : (
            <div className="space-y-2">
              <p className="border-y border-rule py-1.5 leading-5.5 text-muted">
                No agent assigned yet.
              </p>
              <GivenBackNotice applicant={applicant} />
            </div>
          )}
        </Section>
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <Suspense fallback={null}>
          <MessageSection applicantId={applicant.id} />
        </Suspense>
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <VisitList
          title="Visits"
          visits={visits}
          renderVerification={(id) => (
            <Link
              to="/verification"
              search={{ view: String(id) }}
              className="min-h-6 font-semibold text-accent underline underline-offset-2 hover:no-underline"
            >
              Verification {id}
            </Link>
          )}
        />
      </div>
      <div className="min-w-0 empty:hidden md:col-span-2">
        <CallList calls={calls} />
      </div>
      <div className="empty:hidden md:col-span-2">
        <HistorySection events={history} />
      </div>
    </div>
  );
}

function OtherContactPoints({ applicant }: { applicant: LooseApplicant }) {
  const { id, applicant_name: name, applicant_type: type } = applicant;
  const related = useRelated({ id, name, type });
  const { deeper } = useDialogHistory();
  return (
    <AlsoUnder
      items={related}
      renderLink={({ id: other, text }) => (
        <Link
          from="/applicants"
          to="/applicants"
          search={(old) => ({ ...old, view: other })}
          state={deeper}
          className="text-accent underline underline-offset-2"
        >
          {text}
        </Link>
      )}
    />
  );
}

function AgentDetails({ agent }: { agent: NonNullable<LooseApplicant['assigned_agent']> }) {
  return (
    <DescriptionList
      items={[
        { label: 'ID', value: <CopyableId id={agent.id} name="agent ID" /> },
        { label: 'Name', value: <bdi>{agent.name || '-'}</bdi> },
        {
          label: 'Email',
          value: agent.email && (
            <a href={`mailto:${agent.email}`} className="text-accent underline-offset-2 underline">
              {agent.email}
            </a>
          ),
        },
        { label: 'Phone Number', value: agent.phone_number },
        { label: 'Is Admin', value: formatValue(agent.is_admin) },
      ]}
    />
  );
}
