import { delays } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { getRouteApi } from '@tanstack/react-router';
import { ShieldCheck, Trash2, UserRoundPen } from 'lucide-react';
import { Suspense } from 'react';
import { messageOf, requestIdOf } from '../../lib/api/api-error.ts';
import { useSession } from '../../lib/session/session.ts';
import { useIdlePreload } from '../../lib/use-idle-preload.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { preloadable } from '../../ui/dialog/preloadable.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';
import { type LooseUser, nameOf } from './read-user.ts';
import { UsersPage } from './UsersPage.tsx';
import { type Dialog, type UsersOnPage, useUsersPage } from './use-users-page.ts';
import { userColumns } from './user-columns.tsx';

const route = getRouteApi('/signed-in/admin');

const EditAdminModal = preloadable(() => import('./edit/EditAdminModal.tsx'));
const RegistrationModal = preloadable(() => import('./RegistrationModal.tsx'));
const DeleteUserModal = preloadable(() => import('./DeleteUserModal.tsx'));
const dialogs = [EditAdminModal, RegistrationModal, DeleteUserModal];
const preloadDialogs = () => dialogs.forEach((dialog) => void dialog.preload());

export function AdminsPage() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const admins = useUsersPage('admin', address, (search, options) =>
    navigate({ search, ...options }),
  );
  useIdlePreload(preloadDialogs);
  const { list, open, close } = admins;
  const { edit, delete: deleted, register } = address;

  return (
    <UsersPage
      users={admins}
      title="Admins"
      searchLabel="Search Admin by Name, Email, or Phone"
      registerLabel="Register Admin"
      loadingText="Loading admins data..."
      columns={columnsOf(open)}
      onOpen={(row) => open({ edit: String(row.id) })}
      messageOf={wordsOf}
      renderFailure={(error) => (
        <ErrorState
          title={`Error loading admin data: ${wordsOf(error)}`}
          requestId={requestIdOf(error)}
          onRetry={list.retry}
          isRetrying={list.isRetrying}
        />
      )}
      empty={<Empty admins={admins} />}
    >
      <Suspense fallback={null}>
        {edit !== undefined && <EditAdminModal id={edit} onClose={close} />}
        {deleted !== undefined && <DeleteUserModal kind="admin" id={deleted} onClose={close} />}
        {register && <RegistrationModal kind="admin" onClose={close} />}
      </Suspense>
    </UsersPage>
  );
}

function wordsOf(error: Error): string {
  return messageOf(error, texts.admins.fetch);
}

function Empty({ admins }: { admins: UsersOnPage }) {
  const isSearch = admins.search !== undefined && admins.hasAny;
  return (
    <EmptyState
      kind={isSearch ? 'no-match' : 'none'}
      title="No admin data available."
      hint={isSearch ? 'No admin matches your search.' : undefined}
      action={
        isSearch ? (
          <Button onClick={admins.clear}>Clear search</Button>
        ) : (
          <Button onClick={() => admins.open({ register: true })}>Register Admin</Button>
        )
      }
    />
  );
}

function columnsOf(open: (dialog: Dialog) => void): Column<LooseUser>[] {
  return [
    userColumns.id,
    userColumns.name,
    userColumns.email,
    userColumns.phone,
    userColumns.status,
    {
      id: 'superadmin',
      header: 'Super Admin',
      width: 8,
      fold: {
        turn: 3,
        under: 'status',
        cell: (row) => (row.is_superadmin ? 'Super admin' : null),
      },
      cell: (row) =>
        row.is_superadmin ? (
          <StatusBadge tone="info" icon={ShieldCheck}>
            Yes
          </StatusBadge>
        ) : (
          'No'
        ),
    },
    userColumns.created,
    actionsColumn(8, (row) => <Actions row={row} open={open} />),
  ];
}

function Actions({ row, open }: { row: LooseUser; open: (dialog: Dialog) => void }) {
  const isOwn = useSession()?.id === row.id;
  const name = nameOf(row);
  return (
    <RowActions>
      <IconButton
        icon={UserRoundPen}
        label={`Edit ${name}`}
        tip="Edit"
        onClick={() => open({ edit: String(row.id) })}
      />
      <IconButton
        icon={Trash2}
        tone={isOwn ? 'plain' : 'danger'}
        label={isOwn ? `Delete ${name}: you cannot delete your own account` : `Delete ${name}`}
        tip={isOwn ? 'You cannot delete your own account.' : 'Delete'}
        // With `disabled`, neither the focus nor the pointer would show the reason.
        aria-disabled={isOwn || undefined}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
        onClick={() => {
          if (isOwn) return;
          if (row.id) open({ delete: String(row.id) });
          else toast.error(texts.admins.invalidDelete, delays.notification);
        }}
      />
    </RowActions>
  );
}
