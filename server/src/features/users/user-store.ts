import { sql, type Updateable } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Database } from '../../db/schema.ts';
import { containing } from '../../db/search/like-pattern.ts';
import { openTasksOf } from '../../domain/fetched-tasks.ts';

const columns = [
  'users.id',
  'users.name',
  'users.email',
  'users.phone_number',
  'users.is_active',
  'users.is_admin',
  'users.is_superadmin',
  'users.created_at',
  'users.updated_at',
] as const;

/** Without `page`, all matching users are listed. */
export interface UserFilter {
  admins: boolean;
  search: string | undefined;
  page: { number: number; size: number } | undefined;
}

function selectUsers(db: Db, { admins, search }: UserFilter) {
  const pattern = containing(search ?? '');
  return db
    .selectFrom('users')
    .where('is_admin', '=', admins)
    .where('deleted_at', 'is', null)
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`(name ilike ${pattern} or email ilike ${pattern} or phone_number like ${pattern}
          or users.id::text like ${pattern})`,
      ),
    );
}

export function listUserRows(db: Db, filter: UserFilter) {
  const { page } = filter;
  return selectUsers(db, filter)
    .select(columns)
    .select(
      sql<string | null>`(select i.id from identity_images i where i.user_id = users.id
        and i.kind = 'profile' order by i.position limit 1)`.as('profile_image_id'),
    )
    .orderBy('users.id', 'desc')
    .$if(page !== undefined, (query) =>
      query.limit(page?.size ?? 0).offset(((page?.number ?? 1) - 1) * (page?.size ?? 0)),
    )
    .execute();
}

export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  return countRows(selectUsers(db, filter));
}

export function findUserRow(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserRow>>>;

export function findIdentityImages(db: Db, userId: number) {
  return db
    .selectFrom('identity_images')
    .select(['id', 'kind'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
}

/**
 * Locks the active super admins and the user to change. All rows are locked in the order of their ids, so
 * that two super admins who change each other don't deadlock.
 */
export async function lockSuperAdminsAnd(db: Db, id: number) {
  const rows = await db
    .selectFrom('users')
    .select(columns)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(id = ${id} or is_superadmin and is_active)`)
    .orderBy('id')
    // This lock still allows other transactions to insert rows that refer to a user, such as audit rows.
    .forNoKeyUpdate()
    .execute();
  return {
    user: rows.find((row) => row.id === id),
    superAdmins: rows.filter((row) => row.is_superadmin && row.is_active).map((row) => row.id),
  };
}

export function changeUser(db: Db, id: number, change: Updateable<Database['users']>) {
  return db
    .updateTable('users')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export const countOpenTasks = (db: Db, agentId: number): Promise<number> =>
  countRows(openTasksOf(db, agentId));

export async function unassignOpenApplicants(db: Db, agentId: number): Promise<number[]> {
  // Locks applicants in the order of their ids. All code that locks several applicants uses this order, to
  // prevent deadlocks.
  const open = openTasksOf(db, agentId).clearSelect().select('a.id').orderBy('a.id').forUpdate();
  const unassigned = await db
    .with('open', () => open)
    .updateTable('applicants')
    .from('open')
    .set({ status: 'pending', assigned_agent_id: null, updated_at: sql`now()` })
    .whereRef('applicants.id', '=', 'open.id')
    .returning('applicants.id')
    .execute();
  return unassigned.map(({ id }) => id);
}
