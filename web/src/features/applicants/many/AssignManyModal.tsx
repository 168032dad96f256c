import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { activeAgentsQuery } from '../../../lib/active-agents.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx';
import { SegmentedFilter } from '../../../ui/table/SegmentedFilter.tsx';
import { AgentPicker } from './AgentPicker.tsx';
import { AssignPreview } from './AssignPreview.tsx';
import { type Chosen, lastAgentsQuery, previewQuery } from './assign-many-queries.ts';
import { countOf } from './many-words.ts';
import { type Assigned, isUnknown, useAssignRun } from './use-assign-run.ts';

type Way = 'one' | 'share';
const ways: { value: Way; label: string }[] = [
  { value: 'one', label: 'One agent' },
  { value: 'share', label: 'Share out' },
];

interface AssignManyModalProps {
  chosen: Chosen;
  /** How many are chosen. */
  count: number;
  onDone: (assigned: Assigned) => void;
  onClose: () => void;
}

/** Gives all that is chosen to one agent, or shares it out among several, as it was previewed. */
export default function AssignManyModal({ chosen, count, onDone, onClose }: AssignManyModalProps) {
  const client = useQueryClient();
  const [way, setWay] = useState<Way>('one');
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [isMissing, setMissing] = useState(false);
  const agents = useQuery(activeAgentsQuery);
  const lately = useQuery(lastAgentsQuery);
  const isShown = useIsShown();
  const run = useAssignRun(finish, (soFar) => {
    void refetchChanged(client, 'applicant');
    // Whoever left by the browser's Back gets a notice of what was done until then.
    if (!isShown.current && soFar && countOf(soFar) > 0) onDone(soFar);
  });
  const hasBegun = run.total > 0;
  const preview = useQuery({
    ...previewQuery(chosen, picked),
    // Once begun it is as it was previewed.
    enabled: picked.length > 0 && !hasBegun,
  });

  const shown = picked.length > 0 ? preview.data : undefined;
  const isOld = preview.isPlaceholderData || preview.isFetching;
  const number = formatNumber(shown ? countOf(shown) : count);

  const notDone = isUnknown(run.error)
    ? `${formatNumber(run.inTurn)} may or may not be assigned.`
    : `${formatNumber(run.total - run.done)} are not assigned yet.`;

  function pick(id: number) {
    setMissing(false);
    if (way === 'one') setPicked([id]);
    else setPicked(picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id]);
  }
  function finish(assigned: Assigned | undefined) {
    if (isShown.current) onClose();
    if (!assigned) return;
    void refetchChanged(client, 'applicant');
    void client.invalidateQueries({ queryKey: lastAgentsQuery.queryKey });
    onDone(assigned);
  }
  function submit() {
    setMissing(picked.length === 0);
    if (shown && !isOld) run.mutate(shown);
    // A preview that failed is asked for again.
    else if (!shown && picked.length > 0) void preview.refetch();
  }

  return (
    <FormModal
      title={`Assign ${formatCount(count, 'applicant')}`}
      size="sm"
      isBusy={run.isPending}
      submit={{
        label: run.isPending ? 'Assigning...' : hasBegun ? 'Go on' : `Assign ${number}`,
        isBusy: run.isPending || preview.isFetching,
        isDisabled: shown !== undefined && countOf(shown) === 0,
      }}
      error={
        run.error
          ? `${notDone} ${messageOf(run.error, run.error.message)}`
          : preview.error && messageOf(preview.error, preview.error.message)
      }
      onSubmit={submit}
      onClose={() => finish(run.soFar)}
    >
      <div className="flex">
        <SegmentedFilter
          label="How"
          options={ways}
          value={way}
          onChange={(next) => {
            if (hasBegun) return;
            setWay(next ?? way);
            if (next === 'one') setPicked(picked.slice(0, 1));
          }}
        />
      </div>
      <AgentPicker
        agents={agents.isError ? [] : agents.data}
        lately={lately.data ?? []}
        picked={picked}
        isSharing={way === 'share'}
        error={isMissing ? 'Choose an agent.' : undefined}
        isReadOnly={hasBegun}
        onPick={pick}
      />
      <AssignPreview preview={shown} isOld={isOld} />
      {run.total > 0 && <ProgressBar label="Assigned" share={run.done / run.total} />}
    </FormModal>
  );
}
