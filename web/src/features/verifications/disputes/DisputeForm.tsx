import {
  type DisputeReason,
  disputeReasonLabels,
  disputeReasons,
  recordDispute,
} from '@doorstep/contract/disputes';
import { limits } from '@doorstep/contract/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FormDialog } from '../../../domain/keys/FormFrame.tsx';
import { ReasonChoice } from '../../../domain/keys/ReasonChoice.tsx';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { createIntention } from '../../../lib/api/intention.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { TextAreaField } from '../../../ui/form/TextField.tsx';

export default function DisputeForm({
  verification,
  onClose,
}: {
  verification: LooseVerification;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [reason, setReason] = useState<DisputeReason>();
  const [note, setNote] = useState('');
  const [intention] = useState(createIntention);
  const [problem, setProblem] = useState<{ of: 'reason' | 'note'; text: string }>();
  const noteField = useRef<HTMLTextAreaElement>(null);
  const params = { id: verification.verification_id };
  const send = useMutation({
    mutationFn: async (because: DisputeReason) => {
      const body = { because, note: note.trim() };
      await call(recordDispute, { params, body, idempotencyKey: intention.keyFor(body) });
      await refetchChanged(client, 'verification', params.id);
    },
    onSuccess: onClose,
  });
  function submit() {
    if (send.isPending) return;
    if (reason === undefined) setProblem({ of: 'reason', text: 'Choose a reason.' });
    else if (reason === 'other' && note.trim() === '') {
      setProblem({ of: 'note', text: 'Write in the note what the lender disputes.' });
      noteField.current?.focus();
    } else send.mutate(reason);
  }
  const problemOf = (what: 'reason' | 'note') => (problem?.of === what ? problem.text : undefined);
  return (
    <FormDialog
      title="Record a lender’s dispute"
      aside={verification.applicant}
      effect="Your name is saved too. A dispute changes no decision."
      error={send.error && messageOf(send.error, 'Couldn’t record the dispute. Try again.')}
      submit={send.isPending ? 'Saving...' : 'Record'}
      isBusy={send.isPending}
      isDirty={reason !== undefined || note !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <ReasonChoice
        legend="What the lender disputes"
        labels={disputeReasonLabels}
        reasons={disputeReasons}
        chosen={reason ? [reason] : []}
        isOne
        isFocused
        error={problemOf('reason')}
        onToggle={(chosen) => {
          setReason(chosen);
          setProblem(undefined);
        }}
      />
      <TextAreaField
        ref={noteField}
        label="Note"
        hint="Required if the reason is Other."
        error={problemOf('note')}
        maxLength={limits.noteLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
