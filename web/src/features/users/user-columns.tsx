import { formatDateTime } from '../../lib/format.ts';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Column } from '../../ui/table/column.tsx';
import { isActive, type LooseUser, phoneOf } from './read-user.ts';

export function ActiveBadge({ user }: { user: LooseUser }) {
  return isActive(user) ? (
    <StatusBadge tone="positive">Active</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">Inactive</StatusBadge>
  );
}

export function MailLink({ email }: { email: string | undefined }) {
  if (!email) return <>-</>;
  return (
    <a href={`mailto:${email}`} className="text-accent underline-offset-2 hover:underline">
      {email}
    </a>
  );
}

export const userColumns = {
  id: {
    id: 'id',
    header: 'User ID',
    width: 7,
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
    minWidth: 10,
    fold: { turn: 5, under: 'name' },
    cell: (row) => <MailLink email={row.email} />,
  },
  phone: {
    id: 'phone',
    header: 'Phone',
    width: 8.5,
    fold: { turn: 1, under: 'email' },
    className: 'font-mono',
    cell: (row) => phoneOf(row) || '-',
  },
  status: {
    id: 'status',
    header: 'Status',
    width: 7,
    card: 'badge',
    cell: (row) => <ActiveBadge user={row} />,
  },
  created: {
    id: 'created',
    header: 'Created At',
    width: 11.75,
    fold: {
      turn: 2,
      under: 'name',
      cell: (row) => `Since ${formatDateTime(row.created_at)}`,
    },
    cell: (row) => formatDateTime(row.created_at),
  },
} satisfies Record<string, Column<LooseUser>>;
