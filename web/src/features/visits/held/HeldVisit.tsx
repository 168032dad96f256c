import { limits } from '@doorstep/contract/limits';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import { setAsideHeldVisit, useHeldVisit, type Visit } from '@doorstep/contract/visits/visit';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { VisitFound } from '../../../domain/visits/VisitFound.tsx';
import { ifUsed, whyHeld } from '../../../domain/visits/visit-words.ts';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CopyableId } from '../../../ui/button/CopyButton.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';

interface HeldVisitProps {
  visit: Visit;
  isHeld: boolean;
  note: string;
  onNote: (note: string) => void;
  /**
   * Called after each attempt to settle the visit. An attempt may fail because a colleague has already
   * settled the visit.
   */
  onSettled: () => void;
}

const notSettled = 'Couldn’t settle the visit. Try again.';
const noNote = 'Write why the visit is set aside.';

/** Gives the result the same height as the form, so that no other visit moves under the pointer. */
export function HeldVisit({ visit, isHeld, note, onNote, onSettled }: HeldVisitProps) {
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  const isShown = useIsShown();
  const settle = useMutation({
    mutationFn: (how: 'use' | 'set-aside') =>
      call(how === 'use' ? useHeldVisit : setAsideHeldVisit, {
        params: { id: visit.id },
        body: { note: note.trim() },
      }),
    onSuccess: ({ message }) => {
      if (!isShown.current) toast.success(message);
    },
    onError: (error) => {
      if (!isShown.current) toast.error(messageOf(error, notSettled));
    },
    onSettled,
  });
  const failure = settle.error && messageOf(settle.error, notSettled);
  // Whether the server rejected the request. After any other failure, the visit may be settled although no
  // answer arrived.
  const wasRefused = settle.error instanceof ApiError && (settle.error.status ?? 500) < 500;
  const became =
    settle.data?.message ??
    (isHeld ? undefined : (wasRefused && failure) || 'This visit is no longer held.');
  const isOver = became !== undefined;
  useEffect(() => {
    // Moves the focus to the result, because the focused button or input disappears.
    const hadFocus = controls.current?.contains(document.activeElement);
    // Doesn't take the focus from a user who types elsewhere.
    const isTyping = document.activeElement?.matches('input, textarea, select');
    if (isOver && (hadFocus || (settle.isSuccess && !isTyping))) outcome.current?.focus();
  }, [isOver, settle.isSuccess]);

  function setAside() {
    const isEmpty = note.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else settle.mutate('set-aside');
  }

  return (
    <Section
      title={visit.applicant}
      aside={<CopyableId id={visit.application_id} name="application ID" />}
    >
      <p className="mb-2 font-semibold">{whyHeld(visit)}</p>
      <VisitFound visit={visit} first={whoseAndWhat(visit)} />
      <div className="mt-4 grid rounded-md border border-rule bg-sunken p-3 *:col-start-1 *:row-start-1">
        {isOver && (
          <p
            ref={outcome}
            tabIndex={-1}
            className="self-center text-center font-semibold outline-none"
          >
            {became}
          </p>
        )}
        <div ref={controls} className={`space-y-3 ${isOver ? 'invisible' : ''}`}>
          <TextField
            ref={input}
            label="Note"
            hint="Required to set the visit aside."
            error={isMissing ? noNote : undefined}
            maxLength={limits.noteLength}
            value={note}
            onChange={({ target }) => {
              onNote(target.value);
              setMissing(false);
            }}
          />
          {failure && <Notice tone="negative">{failure}</Notice>}
          <div className="flex flex-wrap items-center gap-2">
            <p className="grow basis-64 text-sm text-muted">{ifUsed(visit)}</p>
            <Button
              aria-label={`Set aside the visit to ${visit.applicant}`}
              isBusy={settle.isPending && settle.variables === 'set-aside'}
              disabled={settle.isPending && settle.variables === 'use'}
              onClick={setAside}
            >
              Set aside
            </Button>
            <Button
              variant="primary"
              aria-label={`Use visit to ${visit.applicant}`}
              isBusy={settle.isPending && settle.variables === 'use'}
              disabled={settle.isPending && settle.variables === 'set-aside'}
              onClick={() => settle.mutate('use')}
            >
              Use visit
            </Button>
          </div>
        </div>
      </div>
    </Section>
  );
}

const whoseAndWhat = (visit: Visit) => [
  { label: 'Agent', value: visit.agent },
  { label: 'Visit Type', value: visit.visit_type },
  ...(visit.outcome === null
    ? []
    : [
        {
          label: 'Outcome',
          value: `${outcomeInWords(visit.outcome, 1)}${visit.is_final ? '' : ', to be tried again'}`,
        },
      ]),
];
