import { generatePdf, type templateTypes } from '@doorstep/contract/reports';
import { isResidenceVisit } from '@doorstep/contract/reports/prefill';
import { texts } from '@doorstep/contract/texts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FilePen, Gavel, Undo2 } from 'lucide-react';
import { callFile } from '../../lib/api/api-client.ts';
import { failureOf } from '../../lib/api/api-error.ts';
import { isBackendElsewhere } from '../../lib/config.ts';
import { saveFile } from '../../lib/download.ts';
import { useIsOutdated } from '../../lib/live/use-is-outdated.ts';
import { Button } from '../../ui/button/Button.tsx';
import { AlertDialog } from '../../ui/dialog/AlertDialog.tsx';
import { Modal, ModalFooter } from '../../ui/dialog/Modal.tsx';
import { RecordBody } from '../../ui/dialog/RecordBody.tsx';
import type { LooseVerification } from './photos.ts';
import { StandingDecision } from './VerificationBadges.tsx';
import { VerificationDetails } from './VerificationDetails.tsx';
import { verificationKeys, verificationQuery } from './verification-queries.ts';

interface VerificationModalProps {
  id: string;
  onClose: () => void;
  onDecide: () => void;
  onEdit: () => void;
  onSendBack: () => void;
  /** Opens another verification of the same applicant. */
  onOpen: (id: number) => void;
}

/** One verification whole: what the agent found, who it concerns, what was decided, and the photos. */
export default function VerificationModal({
  id,
  onClose,
  onDecide,
  onEdit,
  onSendBack,
  onOpen,
}: VerificationModalProps) {
  const { data, error, isFetching, refetch } = useQuery(verificationQuery(id));
  const isOutdated = useIsOutdated(verificationKeys.detail(id));
  return (
    <Modal
      title="Verification"
      subtitle={
        data && [data.applicant, data.applicant_ids, data.visit_type].filter(Boolean).join(' · ')
      }
      size="xl"
      onClose={onClose}
    >
      <RecordBody
        noun="verification"
        data={data}
        failure={error && failureOf(error, texts.verifications.detail)}
        isFetching={isFetching}
        isOutdated={isOutdated}
        refetch={refetch}
      >
        {(verification) => <VerificationDetails verification={verification} onOpen={onOpen} />}
      </RecordBody>
      {data && (
        <ModalFooter>
          <p className="flex w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted sm:w-auto">
            <span className="sr-only">Admin decision</span>
            <StandingDecision verification={data} />
          </p>
          <Button className="me-auto" onClick={onDecide}>
            <Gavel aria-hidden /> Update Decision
          </Button>
          {canSendBack(data) && (
            <Button onClick={onSendBack}>
              <Undo2 aria-hidden /> Send Back
            </Button>
          )}
          <DownloadButton verification={data} />
          <Button variant="primary" onClick={onEdit}>
            <FilePen aria-hidden /> Edit & Download PDF
          </Button>
        </ModalFooter>
      )}
    </Modal>
  );
}

/** Only what was visited and waits for nothing else; another backend does not say whether it takes it. */
function canSendBack({ sent_back, application_details }: LooseVerification): boolean {
  return sent_back === null && ['visited', 'submitted'].includes(application_details?.status ?? '');
}

function templateFor(visitType: string | null | undefined): (typeof templateTypes)[number] {
  if (!visitType) return 'professional';
  return isResidenceVisit(visitType) ? 'RESIDENCE' : 'OFFICE';
}

/** The report from stored data, by visit type. */
function DownloadButton({ verification }: { verification: LooseVerification }) {
  const details = verification.application_details;
  const applicationId = details?.application_id ?? verification.applicant_ids ?? '';
  const visitType = details?.visit_type ?? verification.visit_type;
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
          // The number may stand for several applicants. A backend elsewhere may not know the field.
          ...(details?.id && !isBackendElsewhere() ? { applicant_id: details.id } : {}),
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
