import { delays } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { verificationQuery } from '../../../domain/verifications/verification-queries.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { conflictProps, failedOf } from '../../../lib/api/conflicts.ts';
import { refetchChanged, refetchLists } from '../../../lib/live/refetch-changed.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { otherAgentAsked } from './OtherAgent.tsx';
import { SendBackFields } from './SendBackFields.tsx';
import { useSendBack } from './use-send-back.ts';

export default function SendBackModal({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const record = useQuery(verificationQuery(id));
  const { data } = record;
  const sendBack = useSendBack(id, data);
  const { reasons, note, photos, send } = sendBack;
  const [agentId, setAgentId] = useState('');
  const conflict = conflictProps(send, record);
  const ofAgent = otherAgentAsked(send.error);

  function finish() {
    // Reloads after a failed request too, because the server may have sent the verification back.
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
      isDirty={!send.isSuccess && (reasons.length > 0 || note !== '' || photos.wanted.length > 0)}
      failed={failedOf(record, texts.verifications.detail)}
      conflict={conflict}
      error={
        send.error && !conflict && !ofAgent
          ? messageOf(send.error, 'Couldn’t send the verification back. Try again.')
          : undefined
      }
      submit={{ label: send.isPending ? 'Sending...' : 'Send Back', isBusy: send.isPending }}
      success={
        send.isSuccess ? { text: send.data.message, closeAfter: delays.decisionSuccess } : undefined
      }
      onSubmit={() => sendBack.submit(agentId)}
      onClose={finish}
    >
      <SendBackFields
        sendBack={sendBack}
        agent={{
          verification: data,
          placeholder: `${visitor} again`,
          error: ofAgent,
          value: agentId,
          onChange: (chosen) => {
            setAgentId(chosen);
            if (ofAgent) send.reset();
          },
        }}
      />
    </FormModal>
  );
}
