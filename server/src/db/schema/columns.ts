import type { ColumnType, JSONColumnType } from 'kysely';

/** A timestamp column. It is read as ISO 8601 in UTC, and written as a Date or as a text in this format. */
export type Moment = ColumnType<string, Date | string | undefined, Date | string>;
export type OptionalMoment = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>;
export type Json = JSONColumnType<Record<string, unknown>> | null;
/** A JSON column with a default in the database. It is written as text. */
export type JsonOf<T extends object> = ColumnType<T, string | undefined, string>;
