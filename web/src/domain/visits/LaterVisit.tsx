import { Notice } from '../../ui/feedback/Notice.tsx';
import type { LooseVerification } from '../verifications/loose-verification.ts';
import { OpenVerification } from './OtherVisits.tsx';

const ordered: Record<string, string> = {
  assigned: 'The applicant is assigned to an agent again.',
  pending: 'The applicant waits to be assigned again.',
};

export function LaterVisit({
  verification,
  onOpen,
}: {
  verification: LooseVerification;
  onOpen?: (verificationId: number) => void;
}) {
  const { later_verification_id: later, sent_back, application_details } = verification;
  // `sent_back` is null if the case was not sent back. It is undefined if the backend has no send-backs; then
  // the status of the applicant may have another meaning.
  const next = sent_back === null ? ordered[application_details?.status ?? ''] : undefined;
  if (!later && !next) return null;
  // The notice about the send-back already links to the later verification.
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
