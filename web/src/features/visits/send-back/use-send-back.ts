import {
  type SendBackReason,
  sendBackReasons,
  sendBackVerification,
} from '@doorstep/contract/visits/send-back';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { call } from '../../../lib/api/api-client.ts';
import { seenVersion } from '../../../lib/api/conflicts.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { usePhotosWanted } from './use-photos-wanted.ts';

interface SendBackOptions {
  /** The subject of the shown photo, if known. */
  photoShows?: string | undefined;
  /** Called when the answer arrives, even after the panel was closed. */
  onSuccess?: () => void;
  onError?: (error: Error) => void;
}

export function useSendBack(
  id: string | number,
  seen: LooseVerification | undefined,
  { photoShows, ...called }: SendBackOptions = {},
) {
  const [reasons, setReasons] = useState<readonly SendBackReason[]>([]);
  const [note, setNote] = useState('');
  const photos = usePhotosWanted(reasons, photoShows);
  const [isTried, setTried] = useState(false);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const isShown = useIsShown();
  /** Sends the verification back to the agent with this ID, or to the same agent if the ID is empty. */
  const send = useMutation({
    mutationFn: (agentId: string) =>
      call(sendBackVerification, {
        params: { id },
        body: {
          reasons: sendBackReasons.filter((reason) => reasons.includes(reason)),
          note: note.trim(),
          photos_wanted: photos.wanted,
          ...(agentId !== '' && { agent_id: Number(agentId) }),
          ...seenVersion(seen),
        },
      }),
    onSuccess: called.onSuccess,
    onError: (error) => {
      called.onError?.(error);
      // Shows the error in a toast, because the reviewer has already continued with another case.
      if (!isShown.current)
        toast.error(
          `Not sent back: ${seen?.applicant}. ${error.message}`,
          Number.POSITIVE_INFINITY,
        );
    },
  });
  const noReason = reasons.length === 0 ? 'Choose a reason.' : undefined;
  const isNoteNeeded = reasons.includes('other') && note.trim() === '';
  const noNote = isNoteNeeded ? 'Write in the note what is wrong.' : undefined;
  return {
    reasons,
    toggle: (reason: SendBackReason) =>
      setReasons((old) =>
        old.includes(reason) ? old.filter((one) => one !== reason) : [...old, reason],
      ),
    note,
    setNote,
    photos,
    noteField,
    send,
    problems: isTried ? { reasons: noReason, note: noNote } : {},
    submit(agentId: string) {
      setTried(true);
      if (noReason) return;
      if (noNote) noteField.current?.focus();
      else send.mutate(agentId);
    },
  };
}
export type SendBack = ReturnType<typeof useSendBack>;
