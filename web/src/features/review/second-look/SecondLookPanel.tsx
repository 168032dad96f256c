import { limits } from '@doorstep/contract/limits';
import { askSecondLook } from '@doorstep/contract/review/second-looks';
import { type Decision, decisions } from '@doorstep/contract/verifications/decision';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { KeyPanel } from '../../../domain/keys/KeyPanel.tsx';
import { ReasonChoice } from '../../../domain/keys/ReasonChoice.tsx';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { seenVersion } from '../../../lib/api/conflicts.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextAreaField } from '../../../ui/form/TextField.tsx';

interface SecondLookPanelProps {
  verification: LooseVerification;
  onSent: (decision: Decision) => void;
  onClose: () => void;
}

const labels = { positive: 'Positive (P)', negative: 'Negative (N)' };

/** On a wide screen, the panel covers the facts but not the photo. */
export default function SecondLookPanel({ verification, onSent, onClose }: SecondLookPanelProps) {
  const [decision, setDecision] = useState<Decision>();
  const [notes, setNotes] = useState('');
  const [isMissing, setMissing] = useState(false);
  const name = verification.applicant ?? String(verification.verification_id);
  const send = useMutation({
    meta: { notDone: `No second look asked for: ${name}.` },
    mutationFn: (made: Decision) =>
      call(askSecondLook, {
        params: { id: verification.verification_id },
        body: {
          ...{ decision: made, claim: true, ...seenVersion(verification) },
          ...(notes.trim() && { notes: notes.trim() }),
        },
      }),
    onSuccess: ({ message }, made) => {
      toast.success(`${name}: ${message}`, 6_000);
      onSent(made);
    },
  });
  const choose = (one: Decision) => {
    setDecision(one);
    setMissing(false);
  };
  const submit = () => {
    if (send.isPending) return;
    if (decision) send.mutate(decision);
    else setMissing(true);
  };
  return (
    <KeyPanel
      title="Ask for a second look"
      effect="Another reviewer decides too, without seeing your decision. A positive decision waits for theirs. If the two differ, a super admin decides."
      error={send.error && messageOf(send.error, 'Couldn’t send the decision. Try again.')}
      submit={send.isPending ? 'Sending...' : 'Decide and ask'}
      isBusy={send.isPending}
      isDirty={notes !== ''}
      keys={{ p: () => choose('positive'), n: () => choose('negative') }}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonChoice
        legend="Your decision"
        labels={labels}
        reasons={decisions}
        chosen={decision ? [decision] : []}
        isOne
        isFocused
        error={isMissing ? 'Choose your decision.' : undefined}
        onToggle={choose}
      />
      <TextAreaField
        label="Note for the super admin, if your decisions differ"
        maxLength={limits.noteLength}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
      />
    </KeyPanel>
  );
}
