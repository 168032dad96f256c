import type { AgentMessage, listMessages, Message } from '@doorstep/contract/messages';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import { lastSeen } from '../../domain/users/last-seen.ts';

export async function listOfApplicant(db: Db, applicantId: number): Promise<Message[]> {
  const { rows } = await sql<Message & { given_to: string | null; is_late: boolean }>`
    select m.id, m.is_from_office, author.name as by, m.text, m.sent_at, m.read_at is not null as is_read,
      m.agent_id, agent.name as agent, m.received_at, m.is_late, holder.name as given_to
    from messages m join users author on author.id = m.author_id join users agent on agent.id = m.agent_id
      left join users holder on holder.id = m.given_to
    where m.applicant_id = ${applicantId} order by m.number`.execute(db);
  return rows.map(({ is_late, given_to, ...message }) => ({
    ...message,
    ...(is_late && { late: { given_to } }),
  }));
}

export async function findAgent(
  db: Db,
  applicantId: number,
): Promise<z.output<typeof listMessages.response>['agent']> {
  const { rows } = await sql<{
    id: number;
    name: string;
    last_seen: string | null;
    to_send: number;
  }>`
    select u.id, u.name, ${lastSeen} as last_seen, (select count(*) from visits v
      where v.agent_id = u.id and v.completed_at is null) as to_send
    from applicants a join users u on u.id = a.assigned_agent_id
    where a.id = ${applicantId} and a.status = 'assigned'`.execute(db);
  return rows[0] ?? null;
}

interface Locked {
  status: string;
  assigned_agent_id: number | null;
  holder: string | null;
  anonymised_at: string | null;
}

/**
 * Locks an applicant until the transaction ends, so that messages are stored one after another, and the
 * applicant isn't anonymised in the meantime.
 */
export async function lockApplicant(db: Db, id: number): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select a.status, a.assigned_agent_id, a.anonymised_at,
      (select name from users where id = a.assigned_agent_id) as holder
    from applicants a where a.id = ${id} and a.deleted_at is null for no key update of a`.execute(
    db,
  );
  return rows[0];
}

export function findMessage(db: Db, id: string) {
  return db
    .selectFrom('messages')
    .select(['applicant_id', 'author_id', 'text', 'is_late'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countMessages(
  db: Db,
  of: { applicantId: number; agentId: number; authorId: number },
): Promise<{ inTask: number; inHour: number }> {
  const { rows } = await sql<{ inTask: number; inHour: number }>`
    select (select count(*) from messages where applicant_id = ${of.applicantId} and agent_id = ${of.agentId}) as "inTask",
      (select count(*) from messages where author_id = ${of.authorId}
        and received_at > now() - interval '1 hour') as "inHour"`.execute(db);
  return rows[0] ?? { inTask: 0, inHour: 0 };
}

interface NewMessage extends Pick<AgentMessage, 'text'> {
  /** The id that the phone chose. Absent for a message of the office. */
  id?: string;
  sent_at?: string;
  applicant_id: number;
  agent_id: number;
  author_id: number;
  is_late?: boolean;
  given_to?: number | null;
}

/** If `sent_at` is later than the arrival, stores the time of arrival, because phone clocks may be fast. */
export async function insertMessage(
  db: Db,
  { id, sent_at = new Date().toISOString(), ...message }: NewMessage,
): Promise<string> {
  const added = await db
    .insertInto('messages')
    .values({
      ...message,
      ...(id !== undefined && { id }),
      sent_at: sql<string>`least(${sent_at}::timestamptz, now())`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return added.id;
}

/**
 * Marks the office's messages to an agent as read, up to the message `upTo`. Returns whether any of them was
 * unread, or undefined if the message `upTo` does not exist.
 */
export const readByAgent = (db: Db, applicantId: number, agentId: number, upTo: string) =>
  markRead(
    db,
    sql`applicant_id = ${applicantId} and agent_id = ${agentId} and is_from_office`,
    upTo,
    null,
  );

export const readByOffice = (db: Db, applicantId: number, adminId: number, upTo: string) =>
  markRead(db, sql`applicant_id = ${applicantId} and not is_from_office`, upTo, adminId);

async function markRead(
  db: Db,
  those: ReturnType<typeof sql>,
  upTo: string,
  by: number | null,
): Promise<boolean | undefined> {
  const { rows: last } = await sql<{ number: number }>`
    select number from messages where ${those} and id = ${upTo}`.execute(db);
  if (!last[0]) return undefined;
  const { numAffectedRows } = await sql`
    update messages set read_at = now(), read_by = ${by}
    where ${those} and read_at is null and number <= ${last[0].number}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Updates `unread_since`, the time of arrival of the oldest message that the office hasn't read. The caller
 * must have locked the applicant.
 */
export async function noteUnread(db: Db, applicantId: number): Promise<void> {
  await sql`
    update applicants set unread_since = (select min(received_at) from messages
      where applicant_id = ${applicantId} and not is_from_office and read_at is null)
    where id = ${applicantId}`.execute(db);
}
