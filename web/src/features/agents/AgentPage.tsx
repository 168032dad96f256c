import type { AgentWork } from '@doorstep/contract/agents';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AvailabilitySection } from '../../domain/agents/AvailabilitySection.tsx';
import { QualityFigures } from '../../domain/quality/QualityFigures.tsx';
import { failureOf, isNotOffered } from '../../lib/api/api-error.ts';
import { formatCount, formatDateTime, formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session/session.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { agentWorkQuery } from './agent-work-query.ts';
import { LastDays } from './LastDays.tsx';
import { TodayLine } from './TodayLine.tsx';

const route = getRouteApi('/signed-in/agents/$id');
const failed = 'Couldn’t load this agent';

export function AgentPage() {
  const { id } = route.useParams();
  const { data, error, isFetching, refetch } = useQuery(agentWorkQuery(id));
  if (data) return <Work work={data} />;
  return (
    <Page title="Agent">
      {!error ? (
        <p role="status" className="appear-late text-muted">
          Loading the agent...
        </p>
      ) : isNotOffered(error) ? (
        <EmptyState
          title="Agent not found."
          hint="The agent was deleted, or the address is wrong."
        />
      ) : (
        <ErrorState
          {...failureOf(error, failed)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  );
}

function Work({ work }: { work: AgentWork }) {
  const id = String(work.id);
  const maySeeQuality = useSession()?.is_superadmin;
  return (
    <Page
      title={work.name}
      meta={
        <>
          <span className="font-mono">{work.phone_number}</span>
          {!work.is_active && (
            <span className="ms-2">
              <StatusBadge tone="neutral">Inactive</StatusBadge>
            </span>
          )}
        </>
      }
    >
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[2fr_1fr]">
        <div className="min-w-0 space-y-6">
          <OpenWork work={work} />
          <Section title="Today" level="h2">
            <TodayLine visits={work.today} />
          </Section>
          <LastDays days={work.days} />
          {maySeeQuality && (
            <Section title="Quality by month" level="h2">
              <QualityFigures id={id} />
            </Section>
          )}
        </div>
        <div className="min-w-0 space-y-6">
          <Section title="Phone" level="h2">
            <DescriptionList
              items={[
                {
                  label: 'Last seen',
                  value: work.last_seen ? formatDateTime(work.last_seen) : 'Not signed in',
                },
                { label: 'Phone', value: work.phone },
                { label: 'Incomplete visits', value: toSendInWords(work) },
              ]}
            />
          </Section>
          <AvailabilitySection agentId={id} name={work.name} level="h2" />
        </div>
      </div>
    </Page>
  );
}

function toSendInWords({ to_send: { count, since } }: AgentWork): string {
  if (count === 0) return 'None known';
  return `${formatCount(count, 'visit')} not sent completely${since ? `, the oldest since ${formatDateTime(since)}` : ''}`;
}

function OpenWork({ work: { id, open, due_today, late } }: { work: AgentWork }) {
  const numbers = [
    { label: 'Open tasks', value: open, due: undefined },
    { label: 'Due today', value: due_today, due: 'today' as const },
    { label: 'Late', value: late, due: 'late' as const },
  ];
  return (
    <ul className="flex flex-wrap gap-px overflow-hidden rounded-lg border border-rule bg-rule *:grow *:basis-34 *:bg-panel">
      {numbers.map(({ label, value, due }) =>
        value === undefined ? null : (
          <li key={label}>
            <Link
              to="/applicants"
              search={{ agent: String(id), status: 'assigned', due }}
              className="group block px-4 py-3 hover:bg-hover"
            >
              <strong
                className={`block text-2xl tabular-nums underline-offset-4 group-hover:underline ${due === 'late' && value > 0 ? 'text-negative' : ''}`}
              >
                {formatNumber(value)}
              </strong>{' '}
              <span className="text-sm text-muted">{label}</span>
            </Link>
          </li>
        ),
      )}
    </ul>
  );
}
