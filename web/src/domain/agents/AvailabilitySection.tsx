import type { Leave } from '@doorstep/contract/agents';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';
import { availabilityQuery } from './availability-query.ts';

const AvailabilityModal = lazy(() => import('./AvailabilityModal.tsx'));

interface AvailabilitySectionProps {
  agentId: string;
  name: string;
  level?: 'h2' | 'h3';
}

/** Shows an agent's areas and leave, which only super admins can change. Hidden if neither is stored. */
export function AvailabilitySection({ agentId, name, level }: AvailabilitySectionProps) {
  const { data } = useQuery(availabilityQuery(agentId));
  const [isChanging, setChanging] = useState(false);
  const mayChange = useSession()?.is_superadmin;
  if (!data?.areas) return null;
  return (
    <Section
      title="Areas and leave"
      level={level}
      aside={
        mayChange && (
          <Button size="sm" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      <DescriptionList
        items={[
          { label: 'Areas', value: data.areas.join(', ') || 'Any' },
          { label: 'Tasks a day', value: formatNumber(data.daily_capacity) },
          { label: 'Leave', value: <LeaveList leave={data.leave} /> },
        ]}
      />
      <Suspense fallback={null}>
        {isChanging && (
          <AvailabilityModal
            agentId={agentId}
            name={name}
            availability={data}
            onClose={() => setChanging(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}

function LeaveList({ leave }: { leave: Leave[] }) {
  if (leave.length === 0) return 'None';
  return (
    <ul>
      {leave.map(({ from_day, to_day }) => (
        <li key={`${from_day} ${to_day}`}>
          {formatDay(from_day)}
          {to_day !== from_day && ` to ${formatDay(to_day)}`}
        </li>
      ))}
    </ul>
  );
}
