import { Notice } from '../../ui/feedback/Notice.tsx';
import type { LooseVerification } from '../verifications/loose-verification.ts';
import { OpenVerification } from './OtherVisits.tsx';

const ordered: Record<string, string> = {
  assigned: 'The applicant is with an agent again.',
  pending: 'The applicant waits for an agent again.',
};

/** That a verification is not the last of its applicant: there is a later one, or there will be. */
export function LaterVisit({
  verification,
  onOpen,
}: {
  verification: LooseVerification;
  /** Opens the later one, where it can be opened. */
  onOpen?: (verificationId: number) => void;
}) {
  const { later_verification_id: later, sent_back, application_details } = verification;
  // Another backend may mean something else by its status; one that sends back means this.
  const next = sent_back === null ? ordered[application_details?.status ?? ''] : undefined;
  if (!later && !next) return null;
  // Its notice says so already.
  if (later && later === sent_back?.answered_by) return null;
  return (
    <Notice tone="warning">
      {later ? (
        <>
          The applicant was visited again since:{' '}
          {onOpen ? <OpenVerification id={later} onOpen={onOpen} /> : <b>verification {later}</b>}.
        </>
      ) : (
        next
      )}{' '}
      A decision here applies to this visit only.
    </Notice>
  );
}
