import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export interface Subscription {
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Stores a session's subscription, and returns whether it is new or changed. Deletes an earlier session's
 * subscription of the same browser.
 */
export async function saveSubscription(
  db: Db,
  one: Subscription & { agent_id: number },
): Promise<boolean> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', one.endpoint)
    .where('session_id', '<>', one.session_id)
    .execute();
  // Adds no row for a session that has ended, because nothing would delete the row.
  const { rows } = await sql`
    insert into push_subscriptions as p (session_id, agent_id, endpoint, p256dh, auth)
    select id, user_id, ${one.endpoint}, ${one.p256dh}, ${one.auth} from sessions
    where id = ${one.session_id} and user_id = ${one.agent_id} and ended_at is null for share
    on conflict (session_id) do update
      set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth
      where (p.endpoint, p.p256dh, p.auth) is distinct from (excluded.endpoint, excluded.p256dh, excluded.auth)
    returning session_id`.execute(db);
  return rows.length > 0;
}

export async function deleteSubscription(db: Db, sessionId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .returning('session_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export interface SessionLife {
  idleHours: number;
  maxDays: number;
}

export async function dropOldNews(db: Db, { idleHours, maxDays }: SessionLife): Promise<void> {
  await sql`
    delete from push_news n where n.at < now() - interval '1 hour' or not exists (
      select from push_subscriptions p join sessions s on s.id = p.session_id
      join users u on u.id = p.agent_id
      where p.session_id = n.session_id and s.ended_at is null and u.is_active and u.deleted_at is null
        and s.last_used_at > now() - make_interval(hours => ${idleHours}::int)
        and s.created_at > now() - make_interval(days => ${maxDays}::int))`.execute(db);
}

/**
 * The queued push messages of a phone, counted by kind: `new` tasks, `gone` tasks, `messages` of the office.
 * `ids` are the rows to delete after sending.
 */
export interface PhoneNews extends Subscription {
  ids: number[];
  new: number;
  gone: number;
  messages: number;
}

/**
 * Claims the due push messages. Counts each attempt to send before it is made. A push message that is not
 * deleted is due again after 30 seconds, then after 2, 8 and 32 minutes.
 */
export async function claimNews(db: Db, most: number): Promise<PhoneNews[]> {
  const { rows } = await sql<PhoneNews>`
    with due as (
      select id from push_news where try_at <= now() order by try_at, id limit ${most} for update skip locked
    ), taken as (
      update push_news n set tries = tries + 1, try_at = now() + interval '30 seconds' * power(4, tries)
      from due where n.id = due.id returning n.id, n.session_id, n.kind
    )
    select p.session_id, p.endpoint, p.p256dh, p.auth, json_agg(taken.id) as ids,
      count(*) filter (where kind = 'new') as new, count(*) filter (where kind = 'gone') as gone,
      count(*) filter (where kind = 'message') as messages
    from taken join push_subscriptions p on p.session_id = taken.session_id group by p.session_id`.execute(
    db,
  );
  return rows;
}

export async function deleteNews(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('push_news').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute();
}
