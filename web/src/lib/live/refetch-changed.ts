import type { Change } from '@doorstep/contract/wire/events';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

type Kind = Change['kind'];

/** What lists show of each kind of record. */
const lists: Record<Kind, QueryKey[]> = {
  applicant: [['applicants', 'list'], ['applicants', 'related'], ['portfolio-summary'], ['visits']],
  verification: [
    ['verifications', 'list'],
    ['review', 'queue'],
  ],
  report: [],
  user: [['users', 'list'], ['active-agents'], ['audit', 'actors']],
};
/** What a record itself shows. */
const records: Record<Kind, QueryKey> = {
  applicant: ['applicants', 'detail'],
  verification: ['verifications', 'detail'],
  report: ['report-versions'],
  user: ['users', 'detail'],
};

export const kindsOfRecord = Object.keys(lists) as Kind[];

/** Fetches again what is on the screen of lists with such records; the others when they are next shown. */
export function refetchLists(client: QueryClient, kind: Kind): Promise<unknown> {
  return Promise.all(lists[kind].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Where a record is kept, or with null all of its kind. */
export function keyOfRecord(kind: Kind, id: number | string | null): QueryKey {
  return id === null ? records[kind] : [...records[kind], String(id)];
}

/** Milliseconds in which the server reports one's own change, as it does a colleague's. */
const heardWithin = 5_000;
const ownChanges = new Map<string, number>();

/** Whether a record was changed from this page a moment ago. */
export const isOwnChange = (kind: Kind, id: number | null): boolean =>
  Date.now() - (ownChanges.get(`${kind} ${id}`) ?? 0) < heardWithin;

/** After a change of one's own: the lists and the record follow. Without an id, every record of the kind. */
export function refetchChanged(
  client: QueryClient,
  kind: Kind,
  id: number | string | null = null,
): Promise<unknown> {
  ownChanges.set(`${kind} ${id}`, Date.now());
  return Promise.all([
    refetchLists(client, kind),
    client.invalidateQueries({ queryKey: keyOfRecord(kind, id) }),
  ]);
}
