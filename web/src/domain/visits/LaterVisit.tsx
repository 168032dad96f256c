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
  // `sent_back` is null for a case that was not sent back. With a backend that has no send-backs, it is
  // undefined. There, the applicant's status may not mean that another visit was ordered.
  const next = sent_back === null ? ordered[application_details?.status ?? ''] : undefined;
  if (!later && !next) return null;
  // If the later visit answers a send-back, the notice about the send-back already links to it.
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
