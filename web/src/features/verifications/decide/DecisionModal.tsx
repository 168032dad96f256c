import { delays, limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import type { Decision } from '@doorstep/contract/verifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { decide } from '../../../domain/verifications/decide.ts';
import { notSaved } from '../../../domain/verifications/own-action.ts';
import { StandingDecision } from '../../../domain/verifications/VerificationBadges.tsx';
import { verificationQuery } from '../../../domain/verifications/verification-queries.ts';
import { conflictProps, failedOf } from '../../../lib/api/conflicts.ts';
import { isBackendElsewhere } from '../../../lib/config.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import { DecisionChoice } from './DecisionChoice.tsx';
import { useFailureWords } from './use-failure-words.ts';

export default function DecisionModal({ id, onClose }: { id: string; onClose: () => void }) {
  const [choice, setChoice] = useState<Decision>();
  const [notes, setNotes] = useState('');
  const [isMissing, setMissing] = useState(false);
  const client = useQueryClient();
  const record = useQuery(verificationQuery(id));
  const { data } = record;
  const isShown = useIsShown();
  const update = useMutation({
    meta: { notDone: choice && notSaved(choice, data?.applicant ?? id) },
    mutationFn: (decision: Decision) =>
      decide(id, decision, data, notes.trim() ? { notes: notes.trim() } : {}),
    onSettled: () => {
      if (!isShown.current) void refetchChanged(client, 'verification', id);
    },
  });
  const conflict = conflictProps(update, record);
  const failure = useFailureWords(update.error);

  function finish() {
    // Reloads after a failed request too, because the server may have stored the decision.
    if (!update.isIdle) void refetchChanged(client, 'verification', id);
    onClose();
  }

  function submit({ currentTarget }: SubmitEvent<HTMLFormElement>) {
    setMissing(choice === undefined);
    if (choice !== undefined) update.mutate(choice);
    else currentTarget.querySelector('input')?.focus();
  }

  return (
    <FormModal
      title="Update Admin Decision"
      subtitle={
        data && [data.applicant, data.applicant_ids, data.visit_type].filter(Boolean).join(' · ')
      }
      size="sm"
      isLoading={!data}
      isDirty={notes !== ''}
      failed={failedOf(record, texts.verifications.detail)}
      conflict={conflict}
      error={conflict ? undefined : failure}
      submit={{
        label: update.isPending ? 'Updating...' : 'Update',
        isBusy: update.isPending,
      }}
      success={
        update.isSuccess ? { text: update.data, closeAfter: delays.decisionSuccess } : undefined
      }
      onSubmit={submit}
      onClose={finish}
    >
      {data && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          Current decision: <StandingDecision verification={data} />
        </p>
      )}
      <DecisionChoice
        value={choice}
        error={isMissing ? texts.validation.decision : undefined}
        onChange={(decision) => {
          setChoice(decision);
          setMissing(false);
        }}
      />
      {!isBackendElsewhere() && (
        <TextAreaField
          label="Notes"
          hint="Optional. Saved with the decision."
          maxLength={limits.noteLength}
          value={notes}
          onChange={({ target }) => setNotes(target.value)}
        />
      )}
    </FormModal>
  );
}
