import { limits } from '@doorstep/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { activeAgentsQuery } from '../../lib/active-agents.ts';
import { formatNumber, prettifyLabel } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { ListWanted, LooseApplicant } from './applicant-queries.ts';

interface FilterNoticeProps {
  filter: Pick<ListWanted, 'assigned' | 'agent' | 'status'>;
  rows: readonly LooseApplicant[];
  /** Undefined while it is not known. */
  total: number | undefined;
  onClear: () => void;
}

/** Says which applicants alone are shown. */
export function FilterNotice({ filter, rows, total, onClear }: FilterNoticeProps) {
  const { assigned, agent, status } = filter;
  const name = useAgentName(agent, rows);
  const state = status ? `${prettifyLabel(status).toLowerCase()} ` : '';
  const whom = assigned ? ' with no assigned agent' : agent ? ` of ${name}` : '';
  return (
    <Notice
      tone="info"
      action={
        !assigned && (
          <Button size="sm" onClick={onClear} className="-my-1">
            Show All
          </Button>
        )
      }
    >
      Filter Active: Showing only {state}applicants{whom} (
      {total === undefined ? '…' : formatNumber(total)} total, showing up to {limits.pageSize} per
      page)
    </Notice>
  );
}

function useAgentName(id: string | undefined, rows: readonly LooseApplicant[]): string {
  const { data: active } = useQuery({ ...activeAgentsQuery, enabled: id !== undefined });
  const known = [rows[0]?.assigned_agent, ...(active ?? [])];
  return known.find((agent) => agent && String(agent.id) === id)?.name || `agent ${id}`;
}
