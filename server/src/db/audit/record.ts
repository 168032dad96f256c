import type { AuditEvent } from '@doorstep/contract/audit';
import { isExpression, type RawBuilder, sql } from 'kysely';
import { type Db, prepared } from '../connection.ts';

/** The user who acts, and the address of the request. */
export interface Actor {
  id: number | null;
  requestId: string | null;
  address: string | null;
}

/** The event, and the record that it happened to. Only an event with a title can be recorded. */
export type NewAuditEntry = AuditEvent & {
  subjectId: number | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
};

const json = (value: Record<string, unknown> | null | undefined) =>
  value ? JSON.stringify(value) : null;

/** Adds one row to the audit, in the transaction of the change that it describes. */
export const recordAudit = (db: Db, actor: Actor, entry: NewAuditEntry): Promise<void> =>
  recordAudits(db, actor, [entry]);

/** Adds many rows to the audit in one statement. */
export async function recordAudits(db: Db, actor: Actor, entries: NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('audit')
    .values(
      entries.map((entry) => ({
        actor_id: actor.id,
        action: entry.action,
        subject: entry.subject,
        subject_id: entry.subjectId,
        before: json(entry.before),
        after: json(entry.after),
        request_id: actor.requestId,
        address: actor.address,
      })),
    )
    .$if(entries.length === 1, (insert) => insert.modifyEnd(prepared))
    .execute();
}

/** The start of an insert of {@link auditRow}s, in the same statement as the change. */
export const insertAudit = sql`insert into audit
  (actor_id, action, subject, subject_id, before, after, request_id, address)`;

/** Selects a row of the audit. `before` and `after` may be expressions over the changed row. */
export const auditRow = (
  actor: Actor,
  { before, after, ...entry }: Omit<NewAuditEntry, 'before' | 'after'> & Sides,
) => sql`select ${actor.id}::bigint, ${entry.action}::text, ${entry.subject}::text, ${entry.subjectId}::bigint,
  ${isExpression(before) ? before : json(before)}::jsonb, ${after}::jsonb, ${actor.requestId}::text, ${actor.address}::text`;

interface Sides {
  before: Record<string, unknown> | RawBuilder<unknown>;
  after: RawBuilder<unknown>;
}
