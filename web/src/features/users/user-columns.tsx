import { formatDateTime } from '../../lib/format.ts';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { isActive, type LooseUser, phoneOf } from './read-user.ts';

/** Whether someone may sign in. */
export function ActiveBadge({ user }: { user: LooseUser }) {
  return isActive(user) ? (
    <StatusBadge tone="positive">Active</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">Inactive</StatusBadge>
  );
}

/** An address that opens the mail program. */
export function MailLink({ email }: { email: string | undefined }) {
  if (!email) return <>-</>;
  return (
    <a href={`mailto:${email}`} className="text-accent underline-offset-2 hover:underline">
      {email}
    </a>
  );
}

/** The columns that agents and admins have in common. */
export const userColumns = {
  id: {
    id: 'id',
    header: 'User ID',
    width: 'w-28',
    cell: (row) => <CopyableId id={row.id} name="user ID" />,
  },
  name: {
    id: 'name',
    header: 'Full Name',
    className: 'font-semibold',
    card: 'title',
    cell: (row) => <bdi>{row.name || '-'}</bdi>,
  },
  email: {
    id: 'email',
    header: 'Email',
    cell: (row) => <MailLink email={row.email} />,
  },
  phone: {
    id: 'phone',
    header: 'Phone',
    width: 'w-34',
    className: 'font-mono',
    cell: (row) => phoneOf(row) || '-',
  },
  status: {
    id: 'status',
    header: 'Status',
    width: 'w-28',
    card: 'badge',
    cell: (row) => <ActiveBadge user={row} />,
  },
  created: {
    id: 'created',
    header: 'Created At',
    width: 'w-48',
    cell: (row) => formatDateTime(row.created_at),
  },
} satisfies Record<string, Column<LooseUser>>;
