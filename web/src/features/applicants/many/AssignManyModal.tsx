import type { ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { activeAgentsQuery } from '../../../lib/active-agents.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { lastAgentsQuery } from '../../../lib/last-agents.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx';
import { SegmentedFilter } from '../../../ui/table/SegmentedFilter.tsx';
import { AgentPicker } from './AgentPicker.tsx';
import { AssignPreview } from './AssignPreview.tsx';
import { type Chosen, previewQuery } from './assign-many-queries.ts';
import { countOf, type Deed, deeds } from './assign-words.ts';
import { changeShare, type Editable } from './change-share.ts';
import { type Assigned, isUnknown, useAssignRun } from './use-assign-run.ts';

const route = getRouteApi('/signed-in/applicants');

type Way = 'one' | 'share' | 'none';
const ways: { value: Way; label: string }[] = [
  { value: 'one', label: 'One agent' },
  { value: 'share', label: 'Share out' },
  { value: 'none', label: 'Unassign' },
];

type Preview = ManyAssigned & { count?: number };

interface AssignManyModalProps {
  chosen: Chosen;
  count: number;
  onDone: (assigned: Assigned) => void;
  onClose: () => void;
}

export default function AssignManyModal({ chosen, count, onDone, onClose }: AssignManyModalProps) {
  const client = useQueryClient();
  const [picked, setPicked] = useState<readonly number[]>([]);
  const list = route.useSearch();
  const [isMoving, setMoving] = useState(list.agent !== undefined || list.status === 'assigned');
  const [way, setWay] = useState<Way>(count > 1 && !isMoving ? 'share' : 'one');
  const [isMissing, setMissing] = useState(false);
  const agents = useQuery(activeAgentsQuery);
  const lately = useQuery(lastAgentsQuery);
  const isShown = useIsShown();
  const run = useAssignRun(finish, (soFar) => {
    void refetchChanged(client, 'applicant');
    // If the dialog was closed with the browser's Back button, a notice shows the assignments made so far.
    if (!isShown.current && soFar && countOf(soFar) > 0) onDone(soFar);
  });
  const hasBegun = run.total > 0;
  const deed: Deed = way === 'none' ? 'unassign' : isMoving ? 'move' : 'assign';
  const agentIds = way === 'none' ? [null] : picked;
  // Sharing out needs no picked agents, because the server can propose them.
  const hasPlan = agentIds.length > 0 || way === 'share';
  const preview = useQuery({
    ...previewQuery(chosen, agentIds, deed === 'move'),
    // Not reloaded once the assignment has begun, because the preview shows what is being assigned.
    enabled: hasPlan && !hasBegun,
  });

  const [changed, setChanged] = useState<{ of: Preview; preview: Editable<Preview> }>();
  const found = hasPlan ? preview.data : undefined;
  const shown: Editable<Preview> | undefined =
    found && changed?.of === found ? changed.preview : found;
  const haveAgents = shown?.skipped.some(({ because }) => because === 'already_assigned');
  const { label, doing, done } = deeds[deed];
  const isOld = preview.isPlaceholderData || preview.isFetching;
  const number = formatNumber(shown ? countOf(shown) : count);

  const left = run.total - run.done;
  const notDone = isUnknown(run.error)
    ? `${formatCount(run.inTurn, 'applicant')} may already be ${done}.`
    : `${formatCount(left, 'applicant')} ${left === 1 ? 'is' : 'are'} not ${done} yet.`;

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
    setMissing(!hasPlan);
    if (shown && !isOld) run.mutate({ preview: shown, deed });
    // Requests a failed preview again.
    else if (!shown && hasPlan) void preview.refetch();
  }

  return (
    <FormModal
      title={`${label} ${formatCount(count, 'applicant')}`}
      size="sm"
      isBusy={run.isPending}
      submit={{
        label: run.isPending ? doing : hasBegun ? 'Continue' : `${label} ${number}`,
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
      {way === 'share' && (
        <p className="text-sm text-muted">
          Tick agents to share the applicants among these agents only. If you tick no agent, the
          proposal considers areas, leave and open work.
        </p>
      )}
      {way !== 'none' && (
        <AgentPicker
          agents={agents.isError ? [] : agents.data}
          lately={lately.data ?? []}
          picked={picked}
          isSharing={way === 'share'}
          error={isMissing ? 'Choose an agent.' : undefined}
          isReadOnly={hasBegun}
          onPick={pick}
        />
      )}
      <AssignPreview
        preview={shown}
        waitingText={
          way === 'share' && picked.length === 0
            ? 'Calculating a proposal...'
            : hasPlan
              ? 'Loading the preview...'
              : 'Choose an agent to see a preview.'
        }
        isOld={isOld}
        onChange={
          way === 'share' && !hasBegun && found && shown
            ? (agent, count) => setChanged({ of: found, preview: changeShare(shown, agent, count) })
            : undefined
        }
      />
      {way !== 'none' && (isMoving || haveAgents) && (
        <label className="mt-2 flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isMoving}
            disabled={hasBegun}
            onChange={({ target }) => setMoving(target.checked)}
          />
          Also move applicants that have an agent
        </label>
      )}
      {run.total > 0 && (
        <ProgressBar
          label={`${done.charAt(0).toUpperCase()}${done.slice(1)}`}
          share={run.done / run.total}
        />
      )}
    </FormModal>
  );
}
