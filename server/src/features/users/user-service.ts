import type { UserDetail, updateUser } from '@doorstep/contract/users';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import { type Actor, recordAudit, recordAudits } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import { refuseTaken } from '../../db/violations.ts';
import { endSessionsOf } from '../../domain/end-sessions.ts';
import { hasSecondFactor } from '../../domain/second-factor.ts';
import type { SignedIn } from '../../http/access/authentication.ts';
import { forbidden, invalid, notFound, refuseOutdated } from '../../problems.ts';
import { asDetail, asListed } from './user-answer.ts';
import {
  changeUser,
  countUsers,
  findIdentityImages,
  findUserRow,
  listUserRows,
  lockSuperAdminsAnd,
  type UserFilter,
  type UserRow,
  unassignOpenApplicants,
} from './user-store.ts';

/** What the functions here need: the database, and the secret that signs links to identity images. */
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
  const user = await findUserRow(db, id);
  if (!user) throw notFound('User');
  if (user.is_admin && !reader.isSuperadmin) throw forbidden(onlySuperAdmins);
  return {
    ...asDetail(secret, user, await findIdentityImages(db, id), reader),
    has_second_factor: await hasSecondFactor(db, id),
  };
}

/**
 * Locks a user and everyone who could act against the asker meanwhile. As the asker is then an active super admin for
 * certain, and nobody may remove themselves, the last super admin can't be removed.
 */
async function lockUser(db: Db, asker: SignedIn, id: number): Promise<UserRow> {
  const { user, superAdmins } = await lockSuperAdminsAnd(db, id);
  if (!user) throw notFound('User');
  if (!superAdmins.includes(asker.id)) throw forbidden();
  return user;
}

/** The fields that a request changes, and what they were. */
function difference(user: UserRow, { updated_at: _, ...wanted }: Change) {
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== user[name],
  );
  return {
    before: Object.fromEntries(names.map((name) => [name, user[name]])),
    after: Object.fromEntries(names.map((name) => [name, wanted[name]])),
  };
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
  refuseOutdated(change.updated_at, user.updated_at, user.name);
}

/** Changes what is asked; a user who is deactivated is signed out everywhere at once. */
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
    const images = await findIdentityImages(trx, id);
    if (Object.keys(after).length === 0) return asDetail(secret, user, images, asker);

    const changed = await changeUser(trx, id, after).catch((error: unknown) =>
      refuseTaken(error, {
        users_email: { email: ['This email is already in use'] },
        users_phone_number: { phone_number: ['This phone number is already in use'] },
      }),
    );
    const ended = changed.is_active ? 0 : await endSessionsOf(trx, id);
    await recordAudit(trx, actor, {
      action: 'update',
      subject: 'user',
      subjectId: id,
      before,
      after: { ...after, ...(ended > 0 && { sessions_ended: ended }) },
    });
    return asDetail(secret, changed, images, asker);
  });
}

/**
 * Hides a user for good: the name stays on past work, email and phone become free, open applicants wait for another
 * agent. Answers whether it was an admin.
 */
export function removeUser(
  db: Kysely<Database>,
  actor: Actor,
  asker: SignedIn,
  id: number,
): Promise<{ wasAdmin: boolean }> {
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, asker, id);
    if (id === asker.id) throw forbidden('You cannot delete your own account.');
    const { is_admin, is_superadmin, is_active, name, email, phone_number } = user;
    await changeUser(trx, id, { deleted_at: new Date() });
    const ended = await endSessionsOf(trx, id);
    const applicants = await unassignOpenApplicants(trx, id);
    await recordAudits(trx, actor, [
      {
        action: 'delete',
        subject: 'user',
        subjectId: id,
        before: { name, email, phone_number, is_active, is_admin, is_superadmin },
        ...(ended > 0 && { after: { sessions_ended: ended } }),
      },
      ...applicants.map((applicantId) => ({
        action: 'unassign' as const,
        subject: 'applicant' as const,
        subjectId: applicantId,
        before: { assigned_agent_id: id, status: 'assigned' },
        after: { assigned_agent_id: null, status: 'pending' },
      })),
    ]);
    return { wasAdmin: is_admin };
  });
}
