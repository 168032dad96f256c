import { verificationHistory } from '@doorstep/contract/audit';
import { texts } from '@doorstep/contract/errors';
import { generatePdf, type templateTypes } from '@doorstep/contract/reports';
import { isResidenceVisit } from '@doorstep/contract/reports/prefill';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FilePen, Gavel, Images } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { callFile } from '../../lib/api-client.ts';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/download.ts';
import { formatDateTime, formatValue, prettifyLabel } from '../../lib/format.ts';
import { useHistory } from '../../lib/use-history.ts';
import { useIsOutdated } from '../../lib/use-is-outdated.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyableId } from '../../ui/CopyButton.tsx';
import { DescriptionList, Section } from '../../ui/DescriptionList.tsx';
import { ErrorState } from '../../ui/EmptyState.tsx';
import { HistorySection } from '../../ui/HistorySection.tsx';
import { Modal, ModalBody, ModalFooter } from '../../ui/Modal.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { PhotoGallery } from './PhotoGallery.tsx';
import { type LooseVerification, photosOf } from './photos.ts';
import { ReportVersions } from './ReportVersions.tsx';
import { DecisionBadge, ObservationBadge } from './VerificationBadges.tsx';
import { verificationKeys, verificationQuery } from './verification-queries.ts';

interface VerificationModalProps {
  id: string;
  onClose: () => void;
  onDecide: () => void;
  onEdit: () => void;
}

/** One verification whole: what the agent found, who it concerns, what was decided, and the photos. */
export default function VerificationModal({
  id,
  onClose,
  onDecide,
  onEdit,
}: VerificationModalProps) {
  const { data, error, isFetching, refetch } = useQuery(verificationQuery(id));
  const isOutdated = useIsOutdated(verificationKeys.detail(id));
  return (
    <Modal
      title="Verification"
      subtitle={data && `${data.applicant} · ${data.applicant_ids}`}
      size="xl"
      onClose={onClose}
    >
      <ModalBody>
        {isOutdated && <OutdatedNotice onShow={() => refetch()} />}
        {data ? (
          <Details verification={data} />
        ) : error ? (
          <ErrorState
            title={texts.verifications.detail}
            message={messageOf(error, '')}
            requestId={requestIdOf(error)}
            onRetry={() => refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Loading />
        )}
      </ModalBody>
      {data && (
        <ModalFooter>
          <Button className="me-auto" onClick={onDecide}>
            <Gavel aria-hidden /> Update Decision
          </Button>
          <DownloadButton verification={data} />
          <Button variant="primary" onClick={onEdit}>
            <FilePen aria-hidden /> Edit & Download PDF
          </Button>
        </ModalFooter>
      )}
    </Modal>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading verification" className="space-y-3 py-1">
      {['w-1/3', 'w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

function Details({ verification }: { verification: LooseVerification }) {
  const photos = photosOf(verification);
  const gallery = useId();
  const { application_details, agent_details, admin_reviewed_details } = verification;
  const history = useHistory(
    verificationHistory,
    String(verification.verification_id),
    admin_reviewed_details?.reviewed_at,
  );
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="min-w-0 space-y-6">
        <Section
          title="Verification Details"
          aside={
            photos.length > 0 && (
              <Button size="sm" variant="quiet" onClick={() => showGallery(gallery)}>
                <Images aria-hidden /> See photos
              </Button>
            )
          }
        >
          <DescriptionList
            items={[
              {
                label: 'Verification ID',
                value: <CopyableId id={verification.verification_id} name="verification ID" />,
              },
              {
                label: 'Application ID',
                value: <CopyableId id={verification.applicant_ids} name="application ID" />,
              },
              { label: 'Applicant Name', value: verification.applicant },
              { label: 'Agent Name', value: verification.agent },
              { label: 'Remark', value: verification.remark },
              {
                label: 'Observation',
                value: <ObservationBadge observation={verification.overall_observation} />,
              },
              { label: 'Neighbour 1 Name', value: verification.neighbour1_name },
              { label: 'Neighbour 1 Feedback', value: verification.neighbour1_feedback },
              { label: 'Neighbour 2 Name', value: verification.neighbour2_name },
              { label: 'Neighbour 2 Feedback', value: verification.neighbour2_feedback },
              { label: 'Verification Address', value: verification.verification_address },
              { label: 'Submission Time', value: formatDateTime(verification.submitted_at) },
              { label: 'Latitude', value: formatValue(verification.latitude) },
              { label: 'Longitude', value: formatValue(verification.longitude) },
            ]}
          />
        </Section>
      </div>
      <div className="min-w-0 space-y-6">
        <RecordSection title="Applicant Information" record={application_details} />
        <RecordSection title="Agent Details" record={agent_details} />
        <RecordSection title="Admin Review Details" record={admin_reviewed_details} />
      </div>
      <div id={gallery} className="scroll-mt-4 md:col-span-2">
        <Section title={`Images (${photos.length})`}>
          <PhotoGallery photos={photos} empty="No images were sent with this verification." />
        </Section>
      </div>
      <div className="empty:hidden md:col-span-2">
        <ReportVersions id={String(verification.verification_id)} />
      </div>
      <div className="empty:hidden md:col-span-2">
        <HistorySection events={history} />
      </div>
    </div>
  );
}

/** Photos matter most to who reviews, and stand last: one click goes there, focus included. */
function showGallery(id: string) {
  const gallery = document.getElementById(id);
  gallery?.scrollIntoView({ block: 'start' });
  gallery?.querySelector('button')?.focus({ preventScroll: true });
}

function shown(name: string, value: unknown): ReactNode {
  if (name === 'admin_decision') return <DecisionBadge decision={String(value)} />;
  if (name === 'status' && typeof value === 'string') return prettifyLabel(value);
  return formatValue(value);
}

/** A part that is shown only when present, with whatever fields it has. */
function RecordSection({ title, record }: { title: string; record: object | null | undefined }) {
  if (!record || Object.keys(record).length === 0) return null;
  return (
    <Section title={title}>
      <DescriptionList
        items={Object.entries(record).map(([name, value]) => ({
          label: prettifyLabel(name),
          value: shown(name, value),
        }))}
      />
    </Section>
  );
}

function templateFor(visitType: string | null | undefined): (typeof templateTypes)[number] {
  if (!visitType) return 'professional';
  return isResidenceVisit(visitType) ? 'RESIDENCE' : 'OFFICE';
}

/** The report from stored data, by visit type. */
function DownloadButton({ verification }: { verification: LooseVerification }) {
  const applicationId =
    verification.application_details?.application_id ?? verification.applicant_ids ?? '';
  const visitType = verification.application_details?.visit_type ?? verification.visit_type;
  const client = useQueryClient();
  const download = useMutation({
    onSuccess: () => {
      const id = String(verification.verification_id);
      return client.invalidateQueries({ queryKey: verificationKeys.reports(id) });
    },
    mutationFn: async () => {
      const { blob } = await callFile(generatePdf, {
        body: {
          application_id: applicationId,
          template_type: templateFor(visitType),
        },
      });
      saveFile(blob, `${applicationId}.pdf`);
    },
  });
  return (
    <>
      <Button isBusy={download.isPending} onClick={() => download.mutate()}>
        {!download.isPending && <Download aria-hidden />}
        {download.isPending ? 'Downloading...' : 'Download PDF'}
      </Button>
      {download.isError && (
        <AlertDialog text={texts.pdf.download} onClose={() => download.reset()} />
      )}
    </>
  );
}
