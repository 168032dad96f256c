import type { Visit } from '@doorstep/contract/visits/visit';
import { VisitList } from './VisitList.tsx';

interface OtherVisitsProps {
  visits: readonly Visit[] | undefined;
  except: number;
  onOpen: (verificationId: number) => void;
}

export function OtherVisits({ visits, except, onOpen }: OtherVisitsProps) {
  return (
    <VisitList
      title="Other Visits"
      visits={visits?.filter(({ verification_id }) => verification_id !== except)}
      renderVerification={(id) => <OpenVerification id={id} onOpen={onOpen} />}
    />
  );
}

export function OpenVerification({
  id,
  onOpen,
}: {
  id: number;
  onOpen: (verificationId: number) => void;
}) {
  return (
    <button
      type="button"
      onClick={() => onOpen(id)}
      className="min-h-6 font-semibold text-accent underline underline-offset-2 hover:no-underline"
    >
      Verification {id}
    </button>
  );
}
