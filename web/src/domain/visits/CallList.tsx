import type { AgentCall } from '@doorstep/contract/visits/calls';
import { formatDateTime } from '../../lib/format.ts';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { resultInWords } from './visit-words.ts';

export function CallList({ calls = [] }: { calls: readonly AgentCall[] | undefined }) {
  if (calls.length === 0) return null;
  return (
    <Section title="Calls">
      <ul aria-label="Calls" className="divide-y divide-rule border-y border-rule">
        {calls.map((call) => (
          <li key={call.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <span className="w-44 shrink-0 text-muted">{formatDateTime(call.at)}</span>
            <span className="grow basis-48">
              {resultInWords(call)} · <bdi>{call.by}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
