import { delays, limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { getRouteApi } from '@tanstack/react-router';
import { Eye, KeyRound, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { failureOf, messageOf } from '../../lib/api/api-error.ts';
import { useIdlePreload } from '../../lib/use-idle-preload.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { preloadable } from '../../ui/dialog/preloadable.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { actionsColumn, type Column, serialColumn } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';
import { type LooseUser, nameOf } from './read-user.ts';
import { UsersPage } from './UsersPage.tsx';
import { type Dialog, type UsersOnPage, useUsersPage } from './use-users-page.ts';
import { userColumns } from './user-columns.tsx';

const route = getRouteApi('/signed-in/agent');

const AgentModal = preloadable(() => import('./view/AgentModal.tsx'));
const PasswordResetModal = preloadable(() => import('./reset/PasswordResetModal.tsx'));
const RegistrationModal = preloadable(() => import('./RegistrationModal.tsx'));
const DeleteUserModal = preloadable(() => import('./DeleteUserModal.tsx'));
const dialogs = [AgentModal, PasswordResetModal, RegistrationModal, DeleteUserModal];
const preloadDialogs = () => dialogs.forEach((dialog) => void dialog.preload());

export function AgentsPage() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const agents = useUsersPage('agent', address, (search, options) =>
    navigate({ search, ...options }),
  );
  useIdlePreload(preloadDialogs);
  const { list, open, close, found } = agents;
  const { view, reset, delete: deleted, register } = address;

  return (
    <UsersPage
      users={agents}
      title="Agents"
      searchLabel="Search Agent by Name, Email, or Phone"
      registerLabel="Register Agent"
      loadingText="Loading agents data..."
      columns={columnsOf(agents.page, open)}
      onOpen={(row) => open({ view: String(row.id) })}
      messageOf={wordsOf}
      renderFailure={(error) => (
        <ErrorState
          {...failureOf(error, 'Failed to Fetch Agent Data', texts.agents.fetch)}
          onRetry={list.retry}
          isRetrying={list.isRetrying}
        />
      )}
      empty={<Empty agents={agents} />}
    >
      <Suspense fallback={null}>
        {view !== undefined && (
          <AgentModal
            id={view}
            serial={serialOf(view, found ?? [])}
            onClose={close}
            onReset={() => open({ reset: view })}
          />
        )}
        {reset !== undefined && <PasswordResetModal id={reset} onClose={close} />}
        {deleted !== undefined && <DeleteUserModal kind="agent" id={deleted} onClose={close} />}
        {register && <RegistrationModal kind="agent" onClose={close} />}
      </Suspense>
    </UsersPage>
  );
}

function wordsOf(error: Error): string {
  return messageOf(error, texts.agents.fetch);
}

function serialOf(id: string, found: readonly LooseUser[]): number | undefined {
  const index = found.findIndex((user) => String(user.id) === id);
  return index < 0 ? undefined : index + 1;
}

function Empty({ agents }: { agents: UsersOnPage }) {
  if (agents.search !== undefined && agents.hasAny) {
    return (
      <EmptyState
        kind="no-match"
        title="No Results Found"
        hint="No agents found matching your search criteria."
        action={<Button onClick={agents.clear}>Clear search</Button>}
      />
    );
  }
  return (
    <EmptyState
      title="No Agents Available"
      hint="There are currently no agents to display."
      action={<Button onClick={() => agents.open({ register: true })}>Register Agent</Button>}
    />
  );
}

function columnsOf(page: number, open: (dialog: Dialog) => void): Column<LooseUser>[] {
  return [
    serialColumn(page, limits.pageSize),
    userColumns.id,
    userColumns.name,
    userColumns.email,
    userColumns.phone,
    userColumns.status,
    userColumns.created,
    actionsColumn(8, (row) => <Actions row={row} open={open} />),
  ];
}

function Actions({ row, open }: { row: LooseUser; open: (dialog: Dialog) => void }) {
  const name = nameOf(row);
  const id = String(row.id);
  return (
    <RowActions>
      <IconButton icon={Eye} label={`View ${name}`} tip="View" onClick={() => open({ view: id })} />
      <IconButton
        icon={KeyRound}
        label={`Edit ${name}: reset password`}
        tip="Reset password"
        onClick={() => open({ reset: id })}
      />
      <IconButton
        icon={Trash2}
        tone="danger"
        label={`Delete ${name}`}
        tip="Delete"
        onClick={() => {
          if (row.id) open({ delete: id });
          else toast.error(texts.agents.invalidDelete, delays.notification);
        }}
      />
    </RowActions>
  );
}
