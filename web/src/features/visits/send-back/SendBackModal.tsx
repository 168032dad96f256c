import { delays, limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { verificationQuery } from '../../../domain/verifications/verification-queries.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { conflictProps, failedOf } from '../../../lib/api/as-seen.ts';
import { refetchChanged, refetchLists } from '../../../lib/live/refetch-changed.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { TextAreaField } from '../../../ui/form/TextField.tsx';
import { OtherAgent, otherAgentAsked } from './OtherAgent.tsx';
import { PhotosWanted } from './PhotosWanted.tsx';
import { ReasonChoice } from './ReasonChoice.tsx';
import { useSendBack } from './use-send-back.ts';

/** Send Back: what is wrong, which photos are wanted, and who is to visit again. */
export default function SendBackModal({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const record = useQuery(verificationQuery(id));
  const { data } = record;
  const { reasons, toggle, note, setNote, photos, send, noReason, noNote } = useSendBack(id, data);
  const [agentId, setAgentId] = useState('');
  const [isTried, setTried] = useState(false);
  const firstReason = useRef<HTMLInputElement>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const conflict = conflictProps(send, record);
  const ofAgent = otherAgentAsked(send.error);

  function submit() {
    setTried(true);
    if (noReason) firstReason.current?.focus();
    else if (noNote) noteField.current?.focus();
    else send.mutate(agentId);
  }

  function finish() {
    // What failed may have been done all the same.
    if (!send.isIdle) {
      void refetchChanged(client, 'verification', id);
      void refetchLists(client, 'applicant');
    }
    onClose();
  }

  const visitor = data?.agent ?? 'The same agent';
  return (
    <FormModal
      title="Send Back"
      subtitle={data && `${data.applicant} · ${data.applicant_ids}`}
      isLoading={!data}
      isDirty={!send.isSuccess && (!noReason || note !== '' || photos.wanted.length > 0)}
      failed={failedOf(record, texts.verifications.detail)}
      conflict={conflict}
      error={
        send.error && !conflict && !ofAgent
          ? messageOf(send.error, 'The verification could not be sent back. Please try again.')
          : undefined
      }
      submit={{ label: send.isPending ? 'Sending...' : 'Send Back', isBusy: send.isPending }}
      success={
        send.isSuccess ? { text: send.data.message, closeAfter: delays.decisionSuccess } : undefined
      }
      onSubmit={submit}
      onClose={finish}
    >
      <ReasonChoice
        chosen={reasons}
        error={isTried ? noReason : undefined}
        firstRef={firstReason}
        onToggle={toggle}
      />
      <TextAreaField
        ref={noteField}
        label="Note to the agent"
        error={isTried ? noNote : undefined}
        maxLength={limits.noteLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <PhotosWanted wanted={photos.wanted} onToggle={photos.toggle} />
      <OtherAgent
        verification={data}
        placeholder={`${visitor} again`}
        error={ofAgent}
        value={agentId}
        onChange={(chosen) => {
          setAgentId(chosen);
          if (ofAgent) send.reset();
        }}
      />
    </FormModal>
  );
}
