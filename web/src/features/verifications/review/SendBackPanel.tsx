import { prettifyLabel } from '@doorstep/contract/text/labels';
import {
  type SendBackReason,
  sendBackReasons,
  sendBackVerification,
} from '@doorstep/contract/visits/office';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { asSeen } from '../../../lib/api/as-seen.ts';
import type { LooseVerification } from '../photos.ts';
import { Cap } from './keys/KeyButton.tsx';
import { KeyPanel } from './keys/KeyPanel.tsx';

const words: Partial<Record<SendBackReason, string>> = { nameplate_missing: 'Name plate missing' };
const labelOf = (reason: SendBackReason) => {
  const [first = '', ...rest] = prettifyLabel(reason).split(' ');
  return words[reason] ?? [first, ...rest.map((word) => word.toLowerCase())].join(' ');
};

interface SendBackPanelProps {
  verification: LooseVerification;
  onSent: () => void;
  onClose: () => void;
}

/** Why the agent is to go again, by number keys. It lies over the facts, never over the photo. */
export function SendBackPanel({ verification, onSent, onClose }: SendBackPanelProps) {
  const [chosen, setChosen] = useState<readonly SendBackReason[]>([]);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: () =>
      call(sendBackVerification, {
        params: { id: verification.verification_id },
        body: {
          reasons: sendBackReasons.filter((reason) => chosen.includes(reason)),
          note,
          photos_wanted: [],
          ...asSeen(verification),
        },
      }),
    onSuccess: onSent,
  });

  const toggle = (reason: SendBackReason) => {
    setProblem(undefined);
    setChosen(
      chosen.includes(reason) ? chosen.filter((one) => one !== reason) : [...chosen, reason],
    );
  };
  const submit = () => {
    if (send.isPending) return;
    if (chosen.length === 0) return setProblem('Choose a reason.');
    if (chosen.includes('other') && note.trim() === '') {
      setProblem('Say in the note what is wrong.');
      return input.current?.focus();
    }
    send.mutate();
  };
  const numbers = Object.fromEntries(
    sendBackReasons.map((reason, index) => [String(index + 1), () => toggle(reason)]),
  );
  return (
    <KeyPanel
      title={
        <>
          Send back to <bdi>{verification.agent}</bdi>
        </>
      }
      aside="one or more"
      effect="Goes to the same agent. The case keeps its place and photos."
      error={problem ?? (send.error && messageOf(send.error, 'The case could not be sent back.'))}
      submit={send.isPending ? 'Sending...' : 'Send back'}
      keys={numbers}
      onSubmit={submit}
      onClose={onClose}
    >
      <ul>
        {sendBackReasons.map((reason, index) => (
          <li key={reason}>
            <button
              type="button"
              role="checkbox"
              aria-checked={chosen.includes(reason)}
              className="reason"
              onClick={() => toggle(reason)}
            >
              <Cap>{index + 1}</Cap>
              <span>
                {labelOf(reason)}
                {reason === 'other' && <small> with a note</small>}
              </span>
              <Check aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <label>
        Note to the agent
        <input
          ref={input}
          value={note}
          maxLength={1000}
          placeholder={chosen.includes('other') ? 'Needed with Other' : 'Not needed'}
          aria-required={chosen.includes('other')}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
    </KeyPanel>
  );
}
