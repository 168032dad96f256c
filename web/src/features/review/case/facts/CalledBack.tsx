import { CallbackState } from '../../../../domain/callbacks/CallbackState.tsx';
import type { LooseVerification } from '../../../../domain/verifications/loose-verification.ts';
import { formatDateTime } from '../../../../lib/format.ts';

export function CalledBack({ verification }: { verification: LooseVerification }) {
  const {
    verification_id,
    review_again: again,
    callback,
    admin_reviewed_details: review,
  } = verification;
  if (!again && !callback) return null;
  return (
    <dl className="part early">
      {again && (
        <div className="field">
          <dt>Review again</dt>
          <dd>
            {again.denied_verification_id === verification_id
              ? 'The person who was called back denies this visit.'
              : `The person who was called back denies another visit of this agent, verification ${again.denied_verification_id}.`}
            {review && (
              <p>
                <bdi>{review.reviewed_by}</bdi> decided{' '}
                <b className="font-semibold">
                  {review.admin_decision === 'positive' ? 'Positive' : 'Negative'}
                </b>
                <span className="text-muted">, {formatDateTime(review.reviewed_at)}</span>. To keep
                this decision, decide the same again.
              </p>
            )}
          </dd>
        </div>
      )}
      {callback && (
        <div className="field">
          <dt>Call-back</dt>
          <dd>
            <CallbackState callback={callback} />
          </dd>
        </div>
      )}
    </dl>
  );
}
