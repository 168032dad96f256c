import type { SecondLook } from '@doorstep/contract/review/second-looks';
import { LookList } from '../../../domain/verifications/SecondLook.tsx';

export function SecondLookOfCase({ looked }: { looked: SecondLook | null | undefined }) {
  if (!looked?.is_mine) return null;
  const isDifference = looked.state === 'differs';
  return (
    <div className="part early">
      <p>
        <b className="font-semibold">
          {isDifference ? 'Two reviewers decided differently.' : 'Second look.'}
        </b>{' '}
        {isDifference
          ? 'Your decision counts.'
          : 'Another reviewer has decided this case. Decide without knowing their decision.'}
      </p>
      {isDifference && (
        <div className="mt-2">
          <LookList looked={looked} />
        </div>
      )}
    </div>
  );
}
