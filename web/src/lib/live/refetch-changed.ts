import type { Change } from '@doorstep/contract/wire/events';
import type { Query, QueryClient } from '@tanstack/react-query';

type Kind = Change['kind'];

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The kinds of records that the query lists or counts. */
      kinds?: readonly Kind[];
      /** The record that the query shows. With its kind in `kinds`, any record's change would reload it. */
      record?: { kind: Kind; id: string };
    };
  }
}

/** Fetches lists on the screen now, and other lists when they are next shown. */
export function refetchLists(client: QueryClient, kind: Kind): Promise<unknown> {
  return client.invalidateQueries({
    predicate: ({ meta }) => meta?.kinds?.includes(kind) === true,
  });
}

/** Without an id, matches the queries of every record of the kind. */
export const isOfRecord =
  (kind: Kind, id: number | string | null) =>
  ({ meta }: Pick<Query, 'meta'>): boolean =>
    meta?.record?.kind === kind && (id === null || meta.record.id === String(id));

/** Milliseconds within which the server reports a change that this page made. */
const heardWithin = 5_000;
/** When this page last changed each record. The keys are kind and id, for example `applicant 12`. */
export const ownChanges = new Map<string, number>();

export const isOwnChange = (kind: Kind, id: number | null): boolean =>
  Date.now() - (ownChanges.get(`${kind} ${id}`) ?? 0) < heardWithin;

/** Call this after this page changed a record. Without an id, all records of the kind are fetched again. */
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
