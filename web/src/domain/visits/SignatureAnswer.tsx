import { personMet } from '@doorstep/contract/reports/visit-fields';
import type { Signature } from '@doorstep/contract/visits/signature';
import { ApiImage } from '../../lib/api/ApiImage.tsx';
import { formatDateTime } from '../../lib/format.ts';

interface SignatureAnswerProps {
  of: {
    signature?: Signature | null | undefined;
    facts?: Readonly<Record<string, string>> | undefined;
    earlier_answers?: Readonly<Record<string, string>> | undefined;
  };
}

export function SignatureAnswer({ of }: SignatureAnswerProps) {
  const { signature, facts = {}, earlier_answers } = of;
  if (!signature) return null;
  const { answer, at, url, words } = signature;
  if (answer === 'declined') return 'Did not want to sign';
  if (answer === 'not_asked') return 'Not asked to sign';
  const by = personMet(facts, earlier_answers) || 'the person met';
  return (
    <>
      Signed by {by}, {formatDateTime(at)}
      {url ? (
        <ApiImage
          src={url}
          alt={`Signature of ${by}`}
          className="my-1 block h-20 w-40 rounded border border-rule bg-white"
        />
      ) : (
        <span className="block text-muted">The picture has not arrived yet, or was deleted.</span>
      )}
      <span className="block text-sm text-muted">{words}</span>
    </>
  );
}
