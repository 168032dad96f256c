import { texts } from '@doorstep/contract/errors';
import { delays } from '@doorstep/contract/limits';
import type { Decision } from '@doorstep/contract/verifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, OctagonX } from 'lucide-react';
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal, ModalBody, ModalFooter } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { decide } from './decide.ts';
import { DecisionBadge } from './VerificationBadges.tsx';
import { verificationKeys, verificationQuery } from './verification-queries.ts';

const choices = [
  {
    value: 'positive',
    label: 'Positive',
    icon: CircleCheck,
    look: 'has-checked:border-positive has-checked:bg-positive-soft has-checked:text-positive',
  },
  {
    value: 'negative',
    label: 'Negative',
    icon: OctagonX,
    look: 'has-checked:border-negative has-checked:bg-negative-soft has-checked:text-negative',
  },
] as const;

/** Update Admin Decision: positive or negative; a later decision replaces an earlier one. */
export default function DecisionModal({ id, onClose }: { id: string; onClose: () => void }) {
  const [choice, setChoice] = useState<Decision>();
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const { data } = useQuery(verificationQuery(id));
  const update = useMutation({ mutationFn: (decision: Decision) => decide(id, decision) });

  const finish = () => {
    void client.invalidateQueries({ queryKey: verificationKeys.all });
    onClose();
  };
  const finishLater = useEffectEvent(finish);
  useEffect(() => {
    if (!update.isSuccess) return;
    const timer = setTimeout(() => finishLater(), delays.decisionSuccess);
    return () => clearTimeout(timer);
  }, [update.isSuccess]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (update.isPending || update.isSuccess) return;
    setMissing(choice === undefined);
    if (choice !== undefined) update.mutate(choice);
  }

  return (
    <Modal
      title="Update Admin Decision"
      subtitle={data && `${data.applicant} · ${data.applicant_ids}`}
      size="sm"
      isBusy={update.isPending}
      onClose={update.isSuccess ? finish : onClose}
    >
      <form className="contents" noValidate onSubmit={submit}>
        <ModalBody className="space-y-4">
          {update.isSuccess ? (
            <Notice tone="positive">{update.data}</Notice>
          ) : (
            <>
              {data && <Standing verification={data} />}
              <fieldset aria-describedby={isMissing ? 'decision-missing' : undefined}>
                <legend className="mb-1.5 text-sm font-semibold">Decision</legend>
                <div className="grid grid-cols-2 gap-2">
                  {choices.map(({ value, label, icon: Icon, look }) => (
                    <label
                      key={value}
                      className={`flex h-12 cursor-pointer items-center gap-2.5 rounded-md border border-edge/60 px-3 font-semibold hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus ${look}`}
                    >
                      <input
                        type="radio"
                        name="decision"
                        value={value}
                        checked={choice === value}
                        onChange={() => {
                          setChoice(value);
                          setMissing(false);
                        }}
                        className="sr-only"
                      />
                      <Icon aria-hidden className="size-5" />
                      {label}
                    </label>
                  ))}
                </div>
                {isMissing && (
                  <p id="decision-missing" role="alert" className="mt-1.5 text-sm text-danger">
                    {texts.validation.decision}
                  </p>
                )}
              </fieldset>
              {update.isError && <Notice tone="negative">{update.error.message}</Notice>}
            </>
          )}
        </ModalBody>
        <ModalFooter>
          {update.isSuccess ? (
            <Button autoFocus onClick={finish}>
              Close
            </Button>
          ) : (
            <>
              <Button disabled={update.isPending} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" variant="primary" isBusy={update.isPending}>
                {update.isPending ? 'Updating...' : 'Update'}
              </Button>
            </>
          )}
        </ModalFooter>
      </form>
    </Modal>
  );
}

/** What stands now and who said so: nobody replaces a colleague's decision without having seen it. */
function Standing({
  verification,
}: {
  verification: {
    admin_decision: string;
    admin_reviewed_details?: { reviewed_by?: string; reviewed_at?: string } | null;
  };
}) {
  const review = verification.admin_reviewed_details;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
      Now <DecisionBadge decision={verification.admin_decision} />
      {review?.reviewed_by && (
        <span>
          by {review.reviewed_by}
          {review.reviewed_at && `, ${formatDateTime(review.reviewed_at)}`}
        </span>
      )}
    </p>
  );
}
