import { limits } from '@doorstep/contract/limits';
import { type PhotoSubject, photoSubjects } from '@doorstep/contract/visits/manifest';
import {
  type SendBackReason,
  sendBackReasonLabels,
  sendBackReasons,
} from '@doorstep/contract/visits/office';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';
import { KeyPanel } from '../../../domain/keys/KeyPanel.tsx';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { OtherAgent, otherAgentAsked } from './OtherAgent.tsx';
import { PhotosWanted } from './PhotosWanted.tsx';
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
  /** What the photo on the screen shows, where somebody said. */
  photoShows: string | undefined;
  onSent: () => void;
  onClose: () => void;
}

/** Why the agent is to go again, by number keys. It lies over the facts, never over the photo. */
export function SendBackPanel({ verification, photoShows, onSent, onClose }: SendBackPanelProps) {
  const [problem, setProblem] = useState<string>();
  // Once somebody else is to go. Where the server asked for it, its last words stay until one is chosen.
  const [other, setOther] = useState<{
    id: string;
    name?: string | undefined;
    isNeeded: boolean;
    asked?: string;
  }>();
  const input = useRef<HTMLInputElement>(null);
  const sendBack = useSendBack(verification.verification_id, verification, {
    photoShows,
    onSuccess: onSent,
    onError: (error) => {
      const asked = otherAgentAsked(error);
      if (asked) setOther({ id: '', isNeeded: true, asked });
    },
  });
  const { reasons, note, setNote, photos, send, noReason, noNote } = sendBack;

  const toggle = (reason: SendBackReason) => {
    setProblem(undefined);
    sendBack.toggle(reason);
  };
  const submit = () => {
    if (send.isPending) return;
    if (noReason) return setProblem(noReason);
    if (noNote) {
      setProblem(noNote);
      return input.current?.focus();
    }
    if (other?.isNeeded && other.id === '')
      return setOther({ ...other, asked: 'Choose another agent.' });
    send.mutate(other?.id ?? '');
  };
  const askForOther = () => setOther((now) => now ?? { id: '', isNeeded: false });
  const keys = {
    ...Object.fromEntries(
      sendBackReasons.map((reason, index) => [String(index + 1), () => toggle(reason)]),
    ),
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
      aside="one or more"
      tool={
        other ? undefined : (
          <KeyButton cap={<Cap>G</Cap>} shortcut="G" onPress={askForOther}>
            Another agent
          </KeyButton>
        )
      }
      effect={`Goes to ${toAnother ? 'another' : 'the same'} agent. The case keeps its place and photos.`}
      error={
        problem ??
        (send.error &&
          !otherAgentAsked(send.error) &&
          messageOf(send.error, 'The case could not be sent back.'))
      }
      submit={send.isPending ? 'Sending...' : 'Send back'}
      isBusy={send.isPending}
      isDirty={note !== ''}
      keys={keys}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul>
        {sendBackReasons.map((reason, index) => (
          <li key={reason}>
            <button
              type="button"
              role="checkbox"
              aria-checked={reasons.includes(reason)}
              className="reason"
              onClick={() => toggle(reason)}
            >
              <Cap>{index + 1}</Cap>
              <span>
                {sendBackReasonLabels[reason]}
                {reason === 'other' && <small> with a note</small>}
              </span>
              <Check aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <div className="ask">
        <PhotosWanted wanted={photos.wanted} onToggle={photos.toggle} keys={photoKeys} />
      </div>
      <label>
        Note to the agent
        <input
          ref={input}
          value={note}
          maxLength={limits.noteLength}
          placeholder={reasons.includes('other') ? 'Needed with Other' : 'Not needed'}
          aria-required={reasons.includes('other')}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      {other && (
        <div className="ask">
          <OtherAgent
            verification={verification}
            placeholder={other.isNeeded ? 'Choose another agent' : `${verification.agent} again`}
            error={other.asked}
            takesFocus
            value={other.id}
            onChange={(id, name) => setOther({ id, name, isNeeded: other.isNeeded })}
          />
        </div>
      )}
    </KeyPanel>
  );
}
