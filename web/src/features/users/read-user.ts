import type { UserDetail } from '@doorstep/contract/users';

/** A user from any backend. Fields may be missing, and admins may have `phone` instead of `phone_number`. */
export type LooseUser = Partial<UserDetail> & Pick<UserDetail, 'id'> & { phone?: string };

export type UserKind = 'agent' | 'admin';

export function phoneOf({ phone_number, phone }: LooseUser): string {
  return phone_number || phone || '';
}

export function isActive({ is_active }: LooseUser): boolean {
  return is_active !== false;
}

export function nameOf({ name, id }: LooseUser): string {
  return name || `user ${id}`;
}

export function findUsers(users: readonly LooseUser[], search = ''): readonly LooseUser[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return users;
  return users.filter((user) =>
    [user.name, user.email, String(user.id), phoneOf(user)].some((value) =>
      value?.toLowerCase().includes(wanted),
    ),
  );
}
