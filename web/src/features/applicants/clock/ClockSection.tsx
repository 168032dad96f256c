import { changeClock, pauseClock, resumeClock } from '@doorstep/contract/applicants/clock';
import { type PauseReason, pauseReasons } from '@doorstep/contract/clock';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { seenVersion } from '../../../lib/api/conflicts.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { DescriptionList, Section } from '../../../ui/page/DescriptionList.tsx';
import type { LooseApplicant } from '../applicant-queries.ts';
import { describeClock, pauseWords } from './describe-clock.ts';
import { byProvidersClock, onProvidersClock } from './provider-clock.ts';

export default function ClockSection({ applicant }: { applicant: LooseApplicant }) {
  const { id, clock, clock_details: details } = applicant;
  const client = useQueryClient();
  const [asked, setAsked] = useState<'pause' | 'receipt'>();
  const change = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    // Also after a failure, because the server may have made the change nevertheless, or may have rejected
    // it because a colleague has changed the applicant.
    onSettled: () => refetchChanged(client, 'applicant', id),
  });
  const run = (send: () => Promise<unknown>, onSuccess?: () => void) => {
    if (!change.isPending) change.mutate(send, { ...(onSuccess && { onSuccess }) });
  };
  const close = () => setAsked(undefined);
  const params = { id: String(id) };
  const pause = (because: PauseReason) =>
    run(() => call(pauseClock, { params, body: { because, ...seenVersion(applicant) } }), close);
  const set = (
    changes: { is_urgent?: boolean; received_at?: string | null; is_withdrawn?: boolean },
    onSuccess?: () => void,
  ) =>
    run(
      () => call(changeClock, { params, body: { ...changes, ...seenVersion(applicant) } }),
      onSuccess,
    );
  if (!details) return null;
  const isOpen = clock?.state === 'running' || clock?.state === 'paused';
  return (
    <Section title="Due time">
      <DescriptionList items={describeClock(applicant)} />
      <div className="mt-2.5 flex flex-wrap gap-2">
        {clock?.state === 'running' && (
          <Button size="sm" aria-expanded={asked === 'pause'} onClick={() => setAsked('pause')}>
            Pause
          </Button>
        )}
        {clock?.state === 'paused' && (
          <Button
            size="sm"
            onClick={() => run(() => call(resumeClock, { params, body: seenVersion(applicant) }))}
          >
            Resume
          </Button>
        )}
        {clock && isOpen && (
          <Button size="sm" onClick={() => set({ is_urgent: !clock.is_urgent })}>
            {clock.is_urgent ? 'Mark as not urgent' : 'Mark as urgent'}
          </Button>
        )}
        {(isOpen || !clock) && (
          <Button size="sm" aria-expanded={asked === 'receipt'} onClick={() => setAsked('receipt')}>
            Change time of receipt
          </Button>
        )}
        {isOpen && (
          <Button size="sm" onClick={() => set({ is_withdrawn: true })}>
            Mark as withdrawn
          </Button>
        )}
        {clock?.state === 'withdrawn' && (
          <Button size="sm" onClick={() => set({ is_withdrawn: false })}>
            Undo withdrawal
          </Button>
        )}
      </div>
      {clock?.state === 'withdrawn' && applicant.status === 'assigned' && (
        <p className="mt-2 text-sm text-muted">
          The agent still has this task. To take the task back, select the applicant in the list and
          press Assign selected, then Unassign.
        </p>
      )}
      {asked === 'pause' && (
        <PauseForm isBusy={change.isPending} onPause={pause} onCancel={close} />
      )}
      {asked === 'receipt' && (
        <ReceiptForm
          received={details.is_received_by_hand ? details.received_at : undefined}
          isBusy={change.isPending}
          onChange={(received_at) => set({ received_at }, close)}
          onCancel={close}
        />
      )}
      {change.error && (
        <div className="mt-2.5">
          <Notice tone="negative">
            {messageOf(change.error, 'Couldn’t change the due time. Try again.')}
          </Notice>
        </div>
      )}
    </Section>
  );
}

interface FormProps {
  isBusy: boolean;
  onCancel: () => void;
}

const formLook = 'mt-2.5 flex flex-wrap items-end gap-2';

function PauseForm(props: FormProps & { onPause: (because: PauseReason) => void }) {
  const { isBusy, onCancel, onPause } = props;
  const [because, setBecause] = useState<PauseReason>('lender_query');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onPause(because);
  };
  return (
    <form className={formLook} onSubmit={submit}>
      <SelectField
        label="Reason for the pause"
        autoFocus
        value={because}
        options={pauseReasons.map((value) => ({ value, label: pauseWords[value] }))}
        onChange={({ target }) => setBecause(target.value as PauseReason)}
      />
      <Button type="submit" variant="primary" isBusy={isBusy} className="min-h-9">
        Pause the clock
      </Button>
      <Button variant="quiet" className="min-h-9" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

function ReceiptForm(
  props: FormProps & {
    /** The time of receipt that was entered by hand, if any. */
    received: string | undefined;
    onChange: (receivedAt: string | null) => void;
  },
) {
  const { received, isBusy, onCancel, onChange } = props;
  const [shown, setShown] = useState(received ? onProvidersClock(new Date(received)) : '');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const moment = byProvidersClock(shown);
    if (moment) onChange(moment);
  };
  return (
    <form className={formLook} onSubmit={submit}>
      <TextField
        type="datetime-local"
        label="Received from the lender at"
        autoFocus
        required
        min="2000-01-01T00:00"
        max={onProvidersClock(new Date())}
        value={shown}
        onChange={({ target }) => setShown(target.value)}
      />
      <Button type="submit" variant="primary" isBusy={isBusy} className="min-h-9">
        Save
      </Button>
      {received && (
        <Button className="min-h-9" onClick={() => onChange(null)}>
          Use the time of upload
        </Button>
      )}
      <Button variant="quiet" className="min-h-9" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
