import { updateUser } from '@doorstep/contract/users';
import type * as z from 'zod/mini';
import { call } from '../../../lib/api/api-client.ts';
import { seenVersion } from '../../../lib/api/conflicts.ts';
import { getSession, saveSession } from '../../../lib/session/session.ts';
import { type LooseUser, phoneOf } from '../read-user.ts';
import { accept } from '../user-queries.ts';

export type AdminFields = Required<
  Omit<z.input<typeof updateUser.body>, 'updated_at' | 'expected_open_tasks'>
>;

export function fieldsOf(record: LooseUser): AdminFields {
  return {
    name: record.name ?? '',
    email: record.email ?? '',
    phone_number: phoneOf(record),
    is_active: record.is_active !== false,
    is_superadmin: record.is_superadmin === true,
  };
}

export async function changeAdmin(record: LooseUser, wanted: Partial<AdminFields>) {
  const before: Partial<AdminFields> = fieldsOf(record);
  const changed = Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== before[name as keyof AdminFields]),
  );
  const saved = 'Admin updated successfully';
  // Sends no request if no value has changed, for example if the user only typed spaces around a value.
  if (Object.keys(changed).length === 0) return saved;
  const answer = accept(
    await call(updateUser, {
      params: { id: record.id },
      body: { ...changed, ...seenVersion(record) },
    }),
  );
  rememberOwn(record, wanted);
  return answer.message || saved;
}

/** Updates the stored session after users edit their own account, so that the profile menu is correct. */
function rememberOwn({ id }: LooseUser, { name, email, phone_number }: Partial<AdminFields>): void {
  const session = getSession();
  if (session?.id === id) {
    saveSession({
      ...session,
      name: name ?? session.name,
      email: email ?? session.email,
      phone_number: phone_number ?? session.phone_number,
    });
  }
}
