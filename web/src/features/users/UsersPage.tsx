import { limits } from '@doorstep/contract/limits';
import { UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Page } from '../../ui/page/Page.tsx';
import type { Column } from '../../ui/table/column.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import type { LooseUser } from './read-user.ts';
import type { UsersOnPage } from './use-users-page.ts';

interface UsersPageProps {
  users: UsersOnPage;
  title: 'Agents' | 'Admins';
  searchLabel: string;
  registerLabel: string;
  loadingText: string;
  columns: Column<LooseUser>[];
  onOpen: (row: LooseUser) => void;
  renderFailure: (error: Error) => ReactNode;
  messageOf: (error: Error) => string;
  empty: ReactNode;
  children: ReactNode;
}

export function UsersPage(props: UsersPageProps) {
  const { users, title, searchLabel, registerLabel, columns, children } = props;
  const { list, box, found } = users;
  return (
    <Page
      title={title}
      meta={found && formatCount(found.length, 'record')}
      actions={
        <>
          <SearchField
            label={searchLabel}
            value={box.text}
            maxLength={limits.searchLength}
            onChange={box.setText}
            onClear={box.clear}
            controls="users"
            className="w-full sm:w-88"
          />
          <Button variant="primary" onClick={() => users.open({ register: true })}>
            <UserRoundPlus aria-hidden /> {registerLabel}
          </Button>
        </>
      }
    >
      <PagedTable
        id="users"
        label={title}
        list={list}
        pageSize={limits.pageSize}
        onPage={users.turnTo}
        columns={columns}
        rowKey={(row) => row.id}
        onOpen={props.onOpen}
        dialogOf={users.dialogOf}
        loadingText={props.loadingText}
        messageOf={props.messageOf}
        renderFailure={props.renderFailure}
        empty={props.empty}
      />
      {children}
    </Page>
  );
}
