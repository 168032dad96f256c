import type { Photo } from '@doorstep/contract/photos';
import { lazy, Suspense } from 'react';
import { FindingForm } from '../domain/evidence/forms/FindingForm.tsx';
import type { FindingsState } from '../domain/evidence/use-findings.ts';
import { KeyPanel } from '../domain/keys/KeyPanel.tsx';
import type { LooseVerification } from '../domain/verifications/loose-verification.ts';
import type { Acted } from '../domain/verifications/undo-action.ts';
import { AllKeys } from '../features/review/keys/AllKeys.tsx';
import { SendBackPanel } from '../features/visits/send-back/SendBackPanel.tsx';
import { preloadable } from '../ui/dialog/preloadable.ts';

const ReportFormModal = preloadable(() => import('../features/reports/form/ReportFormModal.tsx'));
const SecondLookPanel = lazy(() => import('../features/review/second-look/SecondLookPanel.tsx'));
const CallbackForm = lazy(() => import('../domain/callbacks/CallbackForm.tsx'));
export const preloadForm = () => ReportFormModal.preload();

export type Opened = 'send back' | 'call-back' | 'second look' | 'form' | 'keys';

interface CaseDialogsProps {
  open: Opened | undefined;
  id: string | undefined;
  verification: LooseVerification | undefined;
  photo: Photo | undefined;
  findings: FindingsState;
  onClose: () => void;
  /** Closes a panel and returns the focus to the case. */
  onClosed: () => void;
  onSent: (id: string, applicant: string, what: Acted['what']) => void;
}

export function CaseDialogs(props: CaseDialogsProps) {
  const { open, id, verification, photo, findings, onClose, onClosed, onSent } = props;
  const { doing } = findings;
  const leaveFor = (what: Acted['what']) => {
    const sent = String(verification?.verification_id);
    onSent(sent, verification?.applicant ?? sent, what);
  };
  return (
    <>
      {open === 'send back' && verification && (
        <SendBackPanel
          key={id}
          verification={verification}
          photoShows={photo?.shows}
          onClose={onClosed}
          onSent={() => leaveFor('sent back')}
        />
      )}
      {doing && verification && (
        <FindingForm
          frame={KeyPanel}
          verification={verification}
          {...doing}
          onDone={findings.moveOn}
          onClose={findings.cancel}
        />
      )}
      <Suspense fallback={null}>
        {open === 'call-back' && verification && (
          <CallbackForm key={id} frame={KeyPanel} verification={verification} onClose={onClosed} />
        )}
        {open === 'second look' && verification && (
          <SecondLookPanel
            key={id}
            verification={verification}
            onClose={onClosed}
            onSent={leaveFor}
          />
        )}
        {open === 'form' && id !== undefined && <ReportFormModal id={id} onClose={onClose} />}
      </Suspense>
      {open === 'keys' && <AllKeys onClose={onClose} />}
    </>
  );
}
