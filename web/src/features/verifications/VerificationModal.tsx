import { generatePdf, type templateTypes } from '@doorstep/contract/reports';
import { texts } from '@doorstep/contract/texts';
import type { Decision } from '@doorstep/contract/verifications';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FilePen, Gavel, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { FindingForm } from '../../domain/evidence/forms/FindingForm.tsx';
import { useFindings } from '../../domain/evidence/use-findings.ts';
import { FormDialog } from '../../domain/keys/FormFrame.tsx';
import { useReviewKeys } from '../../domain/keys/use-review-keys.ts';
import { reportVersionsQuery } from '../../domain/reports/report-queries.ts';
import type { LooseVerification } from '../../domain/verifications/loose-verification.ts';
import { StandingDecision } from '../../domain/verifications/VerificationBadges.tsx';
import {
  type ListWanted,
  verificationKeys,
  verificationQuery,
} from '../../domain/verifications/verification-queries.ts';
import { callFile } from '../../lib/api/api-client.ts';
import { failureOf } from '../../lib/api/api-error.ts';
import { isBackendElsewhere } from '../../lib/config.ts';
import { saveFile } from '../../lib/download.ts';
import { formatCount } from '../../lib/format.ts';
import { useIsOutdated } from '../../lib/live/use-is-outdated.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { Button } from '../../ui/button/Button.tsx';
import { AlertDialog } from '../../ui/dialog/AlertDialog.tsx';
import { Modal, ModalFooter } from '../../ui/dialog/Modal.tsx';
import { RecordBody } from '../../ui/dialog/RecordBody.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { DecideButtons, LastDecision } from './decide/DecideBar.tsx';
import { useQuickDecision } from './decide/use-quick-decision.ts';
import { VerificationDetails } from './VerificationDetails.tsx';
import { type Stop, useWalk } from './walk/use-walk.ts';
import { WalkButtons } from './walk/WalkButtons.tsx';

interface VerificationModalProps {
  id: string;
  /** The page and the filters of the list behind the dialog, which gives the previous and the next case. */
  list: ListWanted;
  onGo: (stop: Stop) => void;
  onClose: () => void;
  onDecide: () => void;
  onEdit: () => void;
  onSendBack: () => void;
  /** Opens another verification of the same applicant. */
  onOpen: (id: number) => void;
}

export default function VerificationModal(props: VerificationModalProps) {
  const { id, list, onClose, onDecide, onEdit, onSendBack, onOpen } = props;
  const { data, error, isFetching, refetch } = useQuery(verificationQuery(id));
  const isOutdated = useIsOutdated(verificationKeys.detail(id));
  const findings = useFindings(data);
  const { doing } = findings;
  const frame = useRef<HTMLElement>(null);
  const [moved, setMoved] = useState<Stop>();
  const walk = useWalk(list, id);
  const go = (stop: Stop) => {
    // Moves the focus to the dialog, because the focused element disappears with the replaced record.
    if (document.activeElement?.closest('[data-record]')) frame.current?.focus();
    setMoved(stop);
    props.onGo(stop);
  };
  const open = { id, page: list.page };
  const quick = useQuickDecision({ open, walk, record: data, onGo: go, onClose });
  const isResting = quick.isBusy || quick.isUndoing;
  const { previous, next } = isResting ? {} : walk;
  const canDecide = data !== undefined && isPending(data);
  const decide = canDecide ? (decision: Decision) => quick.decide(data, decision) : undefined;
  useReviewKeys(
    {
      p: decide && (() => decide('positive')),
      n: decide && (() => decide('negative')),
      z: quick.undo?.onUndo,
      'ctrl+z': quick.undo?.onUndo,
      j: next && (() => go(next)),
      k: previous && (() => go(previous)),
    },
    !isResting,
    frame,
  );
  const passed =
    moved?.id === id && moved.passed
      ? `Skipped ${formatCount(moved.passed, 'sent-back case')}`
      : '';
  const subtitle =
    data &&
    [data.applicant, data.applicant_ids, data.visit_type, passed].filter(Boolean).join(' · ');
  return (
    <Modal
      ref={frame}
      title="Verification"
      subtitle={subtitle}
      size="2xl"
      isBusy={quick.isBusy}
      tools={walk.isListed && <WalkButtons previous={previous} next={next} onGo={go} />}
      onClose={onClose}
    >
      <p role="status" className="sr-only">
        {moved && subtitle}
      </p>
      {/* The key scrolls to the top when another case opens. */}
      <div key={id} data-record className="contents">
        <RecordBody
          noun="verification"
          data={data}
          failure={error && failureOf(error, texts.verifications.detail)}
          isFetching={isFetching}
          isOutdated={isOutdated}
          refetch={refetch}
        >
          {(verification) => (
            <VerificationDetails verification={verification} findings={findings} onOpen={onOpen} />
          )}
        </RecordBody>
      </div>
      {doing && data && (
        <FindingForm
          frame={FormDialog}
          verification={data}
          {...doing}
          onDone={findings.moveOn}
          onClose={findings.cancel}
        />
      )}
      {quick.failure && (
        <div className="px-5 pb-3">
          <Notice tone="negative">{quick.failure}</Notice>
        </div>
      )}
      <LastDecision said={quick.said} undo={quick.undo} />
      {data && (
        <ModalFooter>
          {decide ? (
            <DecideButtons isBusy={isResting} underWay={quick.underWay} onDecide={decide} />
          ) : (
            <p className="flex w-full min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted sm:w-auto">
              <span className="sr-only">Admin decision</span>
              <StandingDecision verification={data} />
              <span>{whyNotDecided(data)}</span>
            </p>
          )}
          <Button className="me-auto max-sm:grow" onClick={onDecide}>
            <Gavel aria-hidden /> Update Decision
          </Button>
          {canSendBack(data) && (
            <Button className="max-sm:grow" onClick={onSendBack}>
              <Undo2 aria-hidden /> Send Back
            </Button>
          )}
          <DownloadButton key={id} verification={data} />
          <Button variant="primary" className="max-sm:grow" onClick={onEdit}>
            <FilePen aria-hidden /> Edit & Download PDF
          </Button>
        </ModalFooter>
      )}
    </Modal>
  );
}

/** Whether two reviewers differ, so that a super admin must decide instead of this user. */
const isForOthers = ({ looked_at: looked }: LooseVerification) =>
  looked?.state === 'differs' && !looked.is_mine;

/**
 * Whether this dialog can decide the case. A case that is already decided is decided again in a separate
 * dialog.
 */
function isPending(verification: LooseVerification): boolean {
  const { admin_decision, sent_back } = verification;
  return (admin_decision || 'pending') === 'pending' && !sent_back && !isForOthers(verification);
}

function whyNotDecided(verification: LooseVerification): string | undefined {
  const { admin_decision, sent_back } = verification;
  if (!sent_back && isForOthers(verification)) return 'Reviewers differ: a super admin decides.';
  if (!sent_back || (admin_decision || 'pending') !== 'pending') return undefined;
  return sent_back.answered_by === null
    ? 'Sent back. Decide on the new visit when it arrives.'
    : 'Sent back. Decide on the new visit instead.';
}

/**
 * Whether the verification can be sent back. `sent_back` is undefined if the backend doesn't support
 * send-backs.
 */
function canSendBack(verification: LooseVerification): boolean {
  const { sent_back, later_verification_id, application_details } = verification;
  const isLatest = sent_back === null && !later_verification_id;
  return isLatest && ['visited', 'submitted'].includes(application_details?.status ?? '');
}

function templateFor(visitType: string | null | undefined): (typeof templateTypes)[number] {
  if (!visitType) return 'professional';
  return isResidenceVisit(visitType) ? 'RESIDENCE' : 'OFFICE';
}

function DownloadButton({ verification }: { verification: LooseVerification }) {
  const details = verification.application_details;
  const applicationId = details?.application_id ?? verification.applicant_ids ?? '';
  const visitType = details?.visit_type ?? verification.visit_type;
  const client = useQueryClient();
  const isShown = useIsShown();
  const download = useMutation({
    onSuccess: () => {
      const id = String(verification.verification_id);
      return client.invalidateQueries({ queryKey: reportVersionsQuery(id).queryKey });
    },
    onError: () => {
      // Uses a toast, because the user has left this case and would not see the dialog.
      if (!isShown.current)
        toast.error(`${verification.applicant ?? applicationId}: ${texts.pdf.download}`, 6_000);
    },
    mutationFn: async () => {
      const { blob } = await callFile(generatePdf, {
        body: {
          application_id: applicationId,
          template_type: templateFor(visitType),
          // Sends the applicant's ID, because several applicants may have this application ID. Omits the ID
          // for other backends, which may not know the field.
          ...(details?.id && !isBackendElsewhere() ? { applicant_id: details.id } : {}),
        },
      });
      saveFile(blob, `${applicationId}.pdf`);
    },
  });
  return (
    <>
      <Button className="max-sm:grow" isBusy={download.isPending} onClick={() => download.mutate()}>
        {!download.isPending && <Download aria-hidden />}
        {download.isPending ? 'Downloading...' : 'Download PDF'}
      </Button>
      {download.isError && (
        <AlertDialog text={texts.pdf.download} onClose={() => download.reset()} />
      )}
    </>
  );
}
