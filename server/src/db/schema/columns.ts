import type { ColumnType, JSONColumnType } from 'kysely';

/** A timestamp as ISO 8601 in UTC; written as a Date or the same text. */
export type Moment = ColumnType<string, Date | string | undefined, Date | string>;
export type OptionalMoment = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>;
export type Json = JSONColumnType<Record<string, unknown>> | null;
/** JSON with a default in the database; written as text. */
export type JsonOf<T extends object> = ColumnType<T, string | undefined, string>;
