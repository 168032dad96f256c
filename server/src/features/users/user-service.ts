import type { UserDetail, updateUser } from '@doorstep/contract/users';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import { type Actor, type NewAuditEntry, recordAudits } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { rejectTaken } from '../../db/database-errors.ts';
import type { Database } from '../../db/schema.ts';
import { endSessionsOf } from '../../domain/users/end-sessions.ts';
import { forgetContacts } from '../../domain/users/forget-contacts.ts';
import { hasSecondFactor } from '../../domain/users/second-factor.ts';
import type { SignedIn } from '../../http/access/authentication.ts';
import { forbidden, invalid, orNotFound, Problem, rejectOutdated } from '../../problems.ts';
import { asDetail, asListed } from './user-answer.ts';
import {
  changeUser,
  countOpenTasks,
  countUsers,
  findIdentityImages,
  findUserRow,
  listUserRows,
  lockSuperAdminsAnd,
  type UserFilter,
  type UserRow,
  unassignOpenApplicants,
} from './user-store.ts';

/** `secret` signs the links to identity images. */
export interface UserContext {
  db: Kysely<Database>;
  secret: Uint8Array;
}

type Change = z.output<(typeof updateUser)['body']>;

const onlySuperAdmins = 'Only a super admin may see or change admins.';

export async function listUsersFor(
  { db, secret }: UserContext,
  reader: SignedIn,
  filter: UserFilter,
) {
  if (filter.admins && !reader.isSuperadmin) throw forbidden(onlySuperAdmins);
  const rows = await listUserRows(db, filter);
  const count = filter.page ? await countUsers(db, filter) : rows.length;
  return { users: rows.map((row) => asListed(secret, row)), count };
}

export async function readUser(
  { db, secret }: UserContext,
  reader: SignedIn,
  id: number,
): Promise<UserDetail> {
  const user = orNotFound(await findUserRow(db, id), 'User');
  if (user.is_admin && !reader.isSuperadmin) throw forbidden(onlySuperAdmins);
  return {
    ...asDetail(secret, user, await findIdentityImages(db, id), reader),
    has_second_factor: await hasSecondFactor(db, id),
  };
}

/**
 * Locks a user and all active super admins. The caller must be one of these super admins and can't remove
 * their own account, so at least one super admin is left.
 */
async function lockUser(db: Db, asker: SignedIn, id: number): Promise<UserRow> {
  const { user, superAdmins } = await lockSuperAdminsAnd(db, id);
  const found = orNotFound(user, 'User');
  if (!superAdmins.includes(asker.id)) throw forbidden();
  return found;
}

function difference(user: UserRow, { updated_at: _, expected_open_tasks: __, ...wanted }: Change) {
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== user[name],
  );
  return {
    before: Object.fromEntries(names.map((name) => [name, user[name]])),
    after: Object.fromEntries(names.map((name) => [name, wanted[name]])),
  };
}

function changesOf(
  id: number,
  { before, after, ended }: ReturnType<typeof difference> & { ended: number },
): NewAuditEntry[] {
  const { is_active: wasActive, ...old } = before;
  const { is_active: isActive, ...fields } = after;
  const entries: NewAuditEntry[] = [];
  if (Object.keys(fields).length > 0) {
    entries.push({ event: 'user.update', subjectId: id, before: old, after: fields });
  }
  if (isActive !== undefined) {
    entries.push({
      event: isActive ? 'user.activate' : 'user.deactivate',
      subjectId: id,
      before: { is_active: wasActive },
      after: { is_active: isActive, ...(ended > 0 && { sessions_ended: ended }) },
    });
  }
  return entries;
}

function checkChange(user: UserRow, asker: SignedIn, change: Change): void {
  if (user.id === asker.id && change.is_active === false) {
    throw forbidden('You cannot deactivate your own account.');
  }
  if (user.id === asker.id && change.is_superadmin === false) {
    throw forbidden('You cannot take super admin rights from your own account.');
  }
  if (change.is_superadmin && !user.is_admin) {
    throw invalid({ is_superadmin: ['Only an admin can be a super admin'] });
  }
  rejectOutdated(change.updated_at, user.updated_at, user.name);
}

/** The caller must have locked the user, so that no task is added at the same time. */
async function rejectCountChanged(
  db: Db,
  { id, name }: UserRow,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined) return;
  const count = await countOpenTasks(db, id);
  if (count === expected) return;
  throw new Problem(
    409,
    `${name} has ${count} open ${count === 1 ? 'task' : 'tasks'} now, not ${expected}. Nothing was changed.`,
    { code: 'count_changed', count },
  );
}

export function changeUserOf(
  { db, secret }: UserContext,
  actor: Actor,
  asker: SignedIn,
  id: number,
  change: Change,
): Promise<UserDetail> {
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, asker, id);
    checkChange(user, asker, change);
    const { before, after } = difference(user, change);
    if (after.is_active === false) await rejectCountChanged(trx, user, change.expected_open_tasks);
    const images = await findIdentityImages(trx, id);
    if (Object.keys(after).length === 0) return asDetail(secret, user, images, asker);

    const changed = await changeUser(trx, id, after).catch((error: unknown) =>
      rejectTaken(error, {
        users_email: { email: ['This email is already in use'] },
        users_phone_number: { phone_number: ['This phone number is already in use'] },
      }),
    );
    const ended = changed.is_active ? 0 : await endSessionsOf(trx, id);
    await recordAudits(trx, actor, changesOf(id, { before, after, ended }));
    return asDetail(secret, changed, images, asker);
  });
}

/**
 * Marks a user as deleted. The row stays, so that past work keeps the user's name. Another user can have the
 * e-mail address and the phone number afterwards.
 */
export function removeUser(
  db: Kysely<Database>,
  actor: Actor,
  asker: SignedIn,
  id: number,
  expectedOpenTasks: number | undefined,
): Promise<{ wasAdmin: boolean }> {
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, asker, id);
    if (id === asker.id) throw forbidden('You cannot delete your own account.');
    await rejectCountChanged(trx, user, expectedOpenTasks);
    const { is_admin, is_superadmin, is_active, name, email, phone_number } = user;
    await changeUser(trx, id, { deleted_at: new Date() });
    await forgetContacts(trx, id);
    const ended = await endSessionsOf(trx, id);
    const applicants = await unassignOpenApplicants(trx, id);
    await recordAudits(trx, actor, [
      {
        event: 'user.delete',
        subjectId: id,
        before: { name, email, phone_number, is_active, is_admin, is_superadmin },
        ...(ended > 0 && { after: { sessions_ended: ended } }),
      },
      ...applicants.map((applicantId) => ({
        event: 'applicant.unassign' as const,
        subjectId: applicantId,
        before: { assigned_agent_id: id, status: 'assigned' },
        after: { assigned_agent_id: null, status: 'pending' },
      })),
    ]);
    return { wasAdmin: is_admin };
  });
}
