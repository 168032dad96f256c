import { texts } from '@doorstep/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openTasksQuery } from '../../../domain/agents/open-tasks-query.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { OpenTasksLink } from '../open-tasks/OpenTasks.tsx';
import { isActive, type LooseUser } from '../read-user.ts';
import { DeactivateModal } from './DeactivateModal.tsx';
import { useChangeActive } from './use-change-active.ts';

export function AgentAccess({ user }: { user: LooseUser }) {
  const id = String(user.id);
  const [isAsking, setAsking] = useState(false);
  const change = useChangeActive(user);
  const { data: openTasks } = useQuery(openTasksQuery(id));
  return (
    <Section title="Access">
      <div className="space-y-3 border-y border-rule py-2">
        <SwitchField
          label="Active"
          hint="An inactive agent is signed out, cannot sign in and cannot get new tasks."
          checked={change.isPending || isActive(user)}
          aria-busy={change.isPending}
          onChange={({ target }) => {
            if (change.isPending) return;
            if (target.checked) change.mutate({ is_active: true });
            else setAsking(true);
          }}
        />
        {change.isError && (
          <Notice tone="negative">
            <p>{texts.agents.status}</p>
            <p>{messageOf(change.error, '')}</p>
          </Notice>
        )}
        {Boolean(openTasks) && (
          <p>
            <OpenTasksLink agentId={id}>{formatCount(openTasks ?? 0, 'open task')}</OpenTasksLink>
          </p>
        )}
      </div>
      {isAsking && <DeactivateModal user={user} onClose={() => setAsking(false)} />}
    </Section>
  );
}
