import type { AuditEventName } from '@doorstep/contract/audit';
import { isExpression, type RawBuilder, sql } from 'kysely';
import { type Db, prepared } from '../connection.ts';

export interface Actor {
  id: number | null;
  requestId: string | null;
  address: string | null;
}

/** The actor of changes that the server or a command makes without a user. */
export const serverActor: Actor = { id: null, requestId: null, address: null };

interface Sides {
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

export interface NewAuditEntry extends Sides {
  event: AuditEventName;
  subjectId: number | null;
}

const json = (value: Record<string, unknown> | null | undefined) =>
  value ? JSON.stringify(value) : null;

const partsOf = (event: AuditEventName) => event.split('.') as [subject: string, action: string];

/** Adds one row to the audit. `db` must be the transaction of the change that the row describes. */
export const recordAudit = (
  db: Db,
  actor: Actor,
  event: AuditEventName,
  subjectId: number | null,
  sides: Sides = {},
): Promise<void> => recordAudits(db, actor, [{ event, subjectId, ...sides }]);

export async function recordAudits(db: Db, actor: Actor, entries: NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db
    .insertInto('audit')
    .values(
      entries.map(({ event, subjectId, before, after }) => {
        const [subject, action] = partsOf(event);
        return {
          ...{ actor_id: actor.id, request_id: actor.requestId, address: actor.address },
          ...{ subject, action, subject_id: subjectId, before: json(before), after: json(after) },
        };
      }),
    )
    .$if(entries.length === 1, (insert) => insert.modifyEnd(prepared))
    .execute();
}

/** The start of a statement that inserts {@link auditRow}s together with the change that they describe. */
export const insertAudit = sql`insert into audit
  (actor_id, action, subject, subject_id, before, after, request_id, address)`;

/** Returns SQL for one audit row. `after` is SQL that reads the changed row, and `before` may be SQL too. */
export function auditRow(
  actor: Actor,
  { event, subjectId, before, after }: Pick<NewAuditEntry, 'event' | 'subjectId'> & RowSides,
) {
  const [subject, action] = partsOf(event);
  return sql`select ${actor.id}::bigint, ${action}::text, ${subject}::text, ${subjectId}::bigint,
  ${isExpression(before) ? before : json(before)}::jsonb, ${after}::jsonb, ${actor.requestId}::text, ${actor.address}::text`;
}

interface RowSides {
  before: Record<string, unknown> | RawBuilder<unknown>;
  after: RawBuilder<unknown>;
}
