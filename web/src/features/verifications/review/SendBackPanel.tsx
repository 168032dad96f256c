import './SendBackPanel.css';
import { prettifyLabel } from '@doorstep/contract/text/labels';
import {
  type SendBackReason,
  sendBackReasons,
  sendBackVerification,
} from '@doorstep/contract/visits/office';
import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { asSeen } from '../../../lib/api/as-seen.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { LooseVerification } from '../photos.ts';
import { Cap, KeyButton } from './keys/KeyButton.tsx';
import { useReviewKeys } from './keys/use-review-keys.ts';

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
  const panel = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const title = useId();
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
  useEffect(() => panel.current?.focus(), []);

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
  useReviewKeys({ ...numbers, enter: submit, escape: onClose }, true);

  const text = problem ?? (send.error && messageOf(send.error, 'The case could not be sent back.'));
  return (
    <div ref={panel} role="dialog" aria-labelledby={title} tabIndex={-1} className="send-back">
      <header>
        <h2 id={title}>
          Send back to <bdi>{verification.agent}</bdi>
        </h2>
        <span>one or more</span>
      </header>
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
          onKeyDown={({ key }) => {
            if (key === 'Enter') submit();
            if (key === 'Escape') onClose();
          }}
        />
      </label>
      {text && (
        <div className="px-4 pb-3">
          <Notice tone="negative">{text}</Notice>
        </div>
      )}
      <footer>
        <p>Goes to the same agent. The case keeps its place and photos.</p>
        <KeyButton cap={<Cap>Esc</Cap>} onPress={onClose}>
          Cancel
        </KeyButton>
        <KeyButton className="primary" cap={<Cap>Enter</Cap>} onPress={submit}>
          {send.isPending ? 'Sending...' : 'Send back'}
        </KeyButton>
      </footer>
    </div>
  );
}
