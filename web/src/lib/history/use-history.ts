import {
  type applicantHistory,
  describeEvent,
  type verificationHistory,
} from '@doorstep/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/api-client.ts';
import { formatDateTime } from '../format.ts';
import { describeValue } from './describe-changes.ts';

/** The values that say more than the event's own name. */
const mentioned = [
  ...['assigned_agent_id', 'admin_decision', 'version'],
  ...['outcome', 'held_because', 'reason', 'reasons', 'because', 'note'],
];

/**
 * What happened to a record, newest first, ready to be shown. Undefined until it is known, and for good where the
 * backend has no history. `stamp` is the record's own time of change: a new one fetches again.
 */
export function useHistory(
  endpoint: typeof applicantHistory | typeof verificationHistory,
  id: string,
  stamp?: unknown,
) {
  const { data } = useQuery({
    queryKey: ['history', endpoint.path, id, stamp ?? null],
    queryFn: ({ signal }) => call(endpoint, { params: { id }, signal }),
    retry: false,
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
        // The title of an undo contains it.
        .filter((name) => name !== 'admin_decision' || event.action !== 'undo')
        .map((name) =>
          name === 'version'
            ? `Version ${event.after?.[name]}`
            : describeValue(name, event.after?.[name], data.people ?? []),
        ),
      ...(event.visited_by ? [`recorded by ${event.actor?.name}`] : []),
    ].join(' · '),
  }));
}
