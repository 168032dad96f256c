import {
  type applicantHistory,
  type calendarHistory,
  describeEvent,
  type HistoryEntry,
  type lenderHistory,
  type verificationHistory,
} from '@doorstep/contract/audit';
import { skipToken, useQuery } from '@tanstack/react-query';
import { call } from '../api/api-client.ts';
import { formatCount, formatDateTime, prettifyLabel } from '../format.ts';
import { describeValue } from './describe-changes.ts';

/** The fields whose values are shown in addition to the event's name. */
const mentioned = [
  ...['assigned_agent_id', 'admin_decision', 'decision', 'result', 'version'],
  ...['outcome', 'held_because', 'reason', 'reasons', 'because', 'note'],
];

/**
 * Returns a record's events as texts, the newest first. Undefined until they are loaded, and if there is no
 * id. `stamp` is the time of the record's last change: when it changes, the events are fetched again.
 */
export function useHistory(
  endpoint:
    | typeof applicantHistory
    | typeof verificationHistory
    | typeof lenderHistory
    | typeof calendarHistory,
  id: string | undefined,
  stamp?: unknown,
) {
  const { data } = useQuery({
    queryKey: ['history', endpoint.path, id, stamp ?? null],
    ...(id !== undefined && { meta: metaOf(endpoint.path, id) }),
    queryFn:
      id === undefined ? skipToken : ({ signal }) => call(endpoint, { params: { id }, signal }),
  });
  return data?.results?.map((event) => ({
    id: event.id,
    name: `${event.subject}.${event.action}`,
    when: formatDateTime(event.at),
    who: (event.visited_by ?? event.actor)?.name,
    what: describeEvent(event),
    note: [
      ...mentioned
        .filter((name) => event.after?.[name] !== undefined && event.after[name] !== null)
        // The title of an undo already contains the decision.
        .filter((name) => name !== 'admin_decision' || event.action !== 'undo')
        .map((name) =>
          name === 'version'
            ? `Version ${event.after?.[name]}`
            : describeValue(name, event.after?.[name], data.people ?? []),
        ),
      ...(event.visited_by ? [`recorded by ${event.actor?.name}`] : []),
      ...notesOfSetup(event),
    ].join(' · '),
  }));
}

/**
 * Returns query metadata that identifies the record. When this page changes that record, the events are
 * fetched again.
 */
function metaOf(path: string, id: string) {
  if (path.includes('/verification_tasks/'))
    return { record: { kind: 'verification', id } } as const;
  return path.includes('/applicants/') ? ({ record: { kind: 'applicant', id } } as const) : {};
}

function notesOfSetup({ subject, action, before, after }: HistoryEntry): string[] {
  if (subject !== 'lender' && subject !== 'calendar') return [];
  if (action === 'apply_rules') return [formatCount(Number(after?.count ?? 0), 'due time')];
  if (action !== 'update') return [];
  return Object.keys(after ?? {})
    .filter((name) => JSON.stringify(after?.[name]) !== JSON.stringify(before?.[name]))
    .map(prettifyLabel);
}
