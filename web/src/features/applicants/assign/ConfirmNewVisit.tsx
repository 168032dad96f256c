import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import type { LooseApplicant } from '../applicant-queries.ts';
import { LatestVerification } from './LatestVerification.tsx';

export function ConfirmNewVisit({
  applicant,
  agentName,
  onConfirm,
  onClose,
}: {
  applicant: LooseApplicant;
  agentName: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <FormModal
      role="alertdialog"
      size="sm"
      title="Order a new visit?"
      submit={{ label: 'Order a new visit' }}
      isCancelFocused
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <p>
        <bdi className="font-semibold wrap-anywhere">
          {applicant.applicant_name || 'This applicant'}
        </bdi>{' '}
        has a decision. <LatestVerification applicant={applicant} />
      </p>
      <p>
        <bdi className="font-semibold wrap-anywhere">{agentName}</bdi> must make a new visit. The
        applicant’s status changes back to Assigned.
      </p>
    </FormModal>
  );
}
