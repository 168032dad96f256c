import { limits } from '@doorstep/contract/limits';
import { UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
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
  /** In place of the table when the list could not be fetched. */
  failure: ReactNode;
  /** In place of rows when there are none. */
  empty: ReactNode;
  /** The dialogs. */
  children: ReactNode;
}

/** A list of people: what agents and admins have in common. */
export function UsersPage(props: UsersPageProps) {
  const { users, title, searchLabel, registerLabel, columns, children } = props;
  const { list, box, found, page } = users;
  const hasFailed = list.isError && !list.data;
  return (
    <Page
      title={title}
      meta={list.data && `${formatNumber(list.data.length)} records`}
      actions={
        <>
          <SearchField
            label={searchLabel}
            value={box.text}
            onChange={box.setText}
            onClear={box.clear}
            controls={hasFailed ? undefined : 'users'}
            className="w-full sm:w-88"
          />
          <Button variant="primary" onClick={() => users.open({ register: true })}>
            <UserRoundPlus aria-hidden /> {registerLabel}
          </Button>
        </>
      }
    >
      {hasFailed ? (
        props.failure
      ) : (
        <DataTable
          id="users"
          label={title}
          columns={columns}
          rows={users.rows}
          rowKey={(row) => row.id}
          onOpen={props.onOpen}
          loadingText={props.loadingText}
          empty={props.empty}
          footer={
            found && (
              <Pagination
                label={title}
                page={page}
                pageSize={limits.pageSize}
                total={found.length}
                onPage={users.turnTo}
              />
            )
          }
        />
      )}
      {children}
    </Page>
  );
}
