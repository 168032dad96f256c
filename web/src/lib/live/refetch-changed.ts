import type { Change } from '@doorstep/contract/wire/events';
import type { Query, QueryClient } from '@tanstack/react-query';

type Kind = Change['kind'];

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The kinds of records that it lists or counts. */
      kinds?: readonly Kind[];
      /** The record that it shows; `kinds` doesn't name its kind. */
      record?: { kind: Kind; id: string };
    };
  }
}

/** Fetches the lists with such records again: now those on the screen, the others when they are next shown. */
export function refetchLists(client: QueryClient, kind: Kind): Promise<unknown> {
  return client.invalidateQueries({
    predicate: ({ meta }) => meta?.kinds?.includes(kind) === true,
  });
}

/** Finds the queries of a record; without an id, those of every record of the kind. */
export const isOfRecord =
  (kind: Kind, id: number | string | null) =>
  ({ meta }: Pick<Query, 'meta'>): boolean =>
    meta?.record?.kind === kind && (id === null || meta.record.id === String(id));

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
    client.invalidateQueries({ predicate: isOfRecord(kind, id) }),
  ]);
}
