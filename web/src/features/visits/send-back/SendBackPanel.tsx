import { type PhotoSubject, photoSubjects } from '@doorstep/contract/visits/manifest';
import { useState } from 'react';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';
import { KeyPanel } from '../../../domain/keys/KeyPanel.tsx';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { otherAgentAsked } from './OtherAgent.tsx';
import { SendBackFields } from './SendBackFields.tsx';
import { useSendBack } from './use-send-back.ts';

const photoKeys: Record<PhotoSubject, string> = {
  door: 'D',
  nameplate: 'N',
  person: 'P',
  interior: 'I',
  agent: 'A',
  street: 'S',
  document: 'C',
  other: 'O',
};

interface SendBackPanelProps {
  verification: LooseVerification;
  /** The subject of the shown photo, if known. */
  photoShows: string | undefined;
  onSent: () => void;
  onClose: () => void;
}

/** On a wide screen, the panel covers the facts but not the photo. */
export function SendBackPanel({ verification, photoShows, onSent, onClose }: SendBackPanelProps) {
  // Is set if the reviewer or the server wants another agent to visit next. `id` is empty until an agent is
  // chosen. `asked` is the error shown until then.
  const [other, setOther] = useState<{
    id: string;
    name?: string | undefined;
    isNeeded: boolean;
    asked?: string;
  }>();
  const sendBack = useSendBack(verification.verification_id, verification, {
    photoShows,
    onSuccess: onSent,
    onError: (error) => {
      const asked = otherAgentAsked(error);
      if (asked) setOther({ id: '', isNeeded: true, asked });
    },
  });
  const { note, photos, send } = sendBack;
  const submit = () => {
    if (send.isPending) return;
    if (other?.isNeeded && other.id === '') setOther({ ...other, asked: 'Choose another agent.' });
    else sendBack.submit(other?.id ?? '');
  };
  const askForOther = () => setOther((now) => now ?? { id: '', isNeeded: false });
  const keys = {
    ...Object.fromEntries(
      photoSubjects.map((one) => [photoKeys[one].toLowerCase(), () => photos.toggle(one)]),
    ),
    g: askForOther,
  };
  const toAnother = other && (other.name ?? (other.isNeeded ? 'another agent' : undefined));
  return (
    <KeyPanel
      title={
        <>
          Send back to <bdi>{toAnother ?? verification.agent}</bdi>
        </>
      }
      aside="one or more reasons"
      tool={
        other ? undefined : (
          <KeyButton cap={<Cap>G</Cap>} shortcut="G" onPress={askForOther}>
            Another agent
          </KeyButton>
        )
      }
      effect={`The task goes to ${toAnother ? 'another' : 'the same'} agent. The case keeps its place and photos.`}
      error={
        send.error &&
        !otherAgentAsked(send.error) &&
        messageOf(send.error, 'Couldn’t send the case back. Try again.')
      }
      submit={send.isPending ? 'Sending...' : 'Send back'}
      isBusy={send.isPending}
      isDirty={note !== ''}
      keys={keys}
      onSubmit={submit}
      onClose={onClose}
    >
      <SendBackFields
        sendBack={sendBack}
        photoKeys={photoKeys}
        agent={
          other && {
            verification,
            placeholder: other.isNeeded ? 'Choose another agent' : `${verification.agent} again`,
            error: other.asked,
            takesFocus: true,
            value: other.id,
            onChange: (id, name) => setOther({ id, name, isNeeded: other.isNeeded }),
          }
        }
      />
    </KeyPanel>
  );
}
