import { limits } from '@doorstep/contract/limits';
import { texts } from '@doorstep/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ListRestart, Upload, UserRoundX } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { FiltersButton } from '../../domain/filters/FiltersButton.tsx';
import { isFiltered, type ListFilters } from '../../lib/address/list-filters.ts';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatCount } from '../../lib/format.ts';
import { lastAgentsQuery } from '../../lib/last-agents.ts';
import { toPage } from '../../lib/list/page-in-address.ts';
import { useSearchInput } from '../../lib/list/use-search-input.ts';
import { useIdlePreload } from '../../lib/use-idle-preload.ts';
import { Button } from '../../ui/button/Button.tsx';
import { preloadable } from '../../ui/dialog/preloadable.ts';
import { Page } from '../../ui/page/Page.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { SearchField } from '../../ui/table/SearchField.tsx';
import { applicantColumns, type Dialog } from './applicant-columns.tsx';
import { applicantFilter, applicantQuery } from './applicant-queries.ts';
import type { Chosen } from './many/assign-many-queries.ts';
import { SelectionBar } from './many/SelectionBar.tsx';
import { selectColumn } from './many/select-column.tsx';
import type { Assigned } from './many/use-assign-run.ts';
import { useSelection } from './many/use-selection.ts';
import { agentNamed, useApplicantList } from './use-applicant-list.ts';

const route = getRouteApi('/signed-in/applicants');

const FilterNotice = preloadable(() => import('./FilterNotice.tsx'));
const ApplicantModal = preloadable(() => import('./ApplicantModal.tsx'));
const AssignAgentModal = preloadable(() => import('./assign/AssignAgentModal.tsx'));
const AssignManyModal = preloadable(() => import('./many/AssignManyModal.tsx'));
const DeleteApplicantModal = preloadable(() => import('./DeleteApplicantModal.tsx'));
const ManyAssignedNotice = preloadable(() => import('./many/ManyAssignedNotice.tsx'));
const UploadModal = preloadable(() => import('./upload/UploadModal.tsx'));
const NoApplicants = preloadable(() => import('./NoApplicants.tsx'));
const ListFailure = preloadable(() => import('./ListFailure.tsx'));
const FilterBar = preloadable(() => import('../../domain/filters/FilterBar.tsx'));
const dialogs = [
  ...[ApplicantModal, AssignAgentModal, AssignManyModal],
  ...[ManyAssignedNotice, DeleteApplicantModal, UploadModal, FilterBar],
  ...[NoApplicants, ListFailure, FilterNotice],
];
const preloadDialogs = () => dialogs.forEach((dialog) => void dialog.preload());

export function ApplicantsPage() {
  const {
    page = 1,
    search,
    names,
    assigned,
    view,
    assign,
    many,
    delete: deleted,
    upload,
    ...filters
  } = route.useSearch();
  const navigate = route.useNavigate();
  const box = useSearchInput(search, (next) =>
    navigate({ search: (old) => ({ ...old, search: next, page: undefined }), replace: true }),
  );
  useIdlePreload(preloadDialogs);
  const client = useQueryClient();
  const turnTo = (next: number, isStep?: 'back') => navigate(toPage(next, isStep));
  const narrowed = { search, names, assigned, ...filters };
  const list = useApplicantList({ page, ...narrowed }, (last) => turnTo(last, 'back'));
  const isNarrowed = search !== undefined || assigned !== undefined || isFiltered(filters);
  const [isFiltering, setFiltering] = useState(false);

  // Check boxes are shown only if the backend can assign many applicants together. Others reject this query.
  const canAssignMany = useQuery(lastAgentsQuery).isSuccess;
  const ids = list.rows?.map(({ id }) => id) ?? [];
  const selection = useSelection(JSON.stringify(narrowed), ids, list.total);
  const [assignedMany, setAssignedMany] = useState<Assigned>();
  // If the list is filtered by an upload and no row is selected, the whole list can be assigned.
  const isWhole = filters.file !== undefined && selection.count === 0 && list.isCurrent;
  const count = isWhole ? list.total : selection.count;
  const chosen: Chosen =
    selection.isAll || isWhole
      ? { filter: applicantFilter({ ...narrowed, sort: undefined }), expected_count: list.total }
      : { ids: [...selection.ids] as number[] };

  // The applicants that were chosen when the dialog opened. They stay the same if the list changes.
  const [assigning, setAssigning] = useState<{ chosen: Chosen; count: number }>();
  if (many && !assigning && count > 0) setAssigning({ chosen, count });
  if (!many && assigning) setAssigning(undefined);

  const { deeper, leave } = useDialogHistory();
  const place = { page: page === 1 ? undefined : page, ...narrowed };
  const open = (dialog: Dialog) => navigate({ search: { ...place, ...dialog }, state: deeper });
  const close = () => leave(() => navigate({ search: place, replace: true }));
  // After a reload, the URL still opens the dialog, but the selection is lost. The dialog is then closed.
  const isManyOfNone =
    many !== undefined && filters.file === undefined && !assigning && count === 0;
  const closeMany = useEffectEvent(close);
  useEffect(() => {
    if (isManyOfNone) closeMany();
  }, [isManyOfNone]);
  const clearAll = () => {
    box.setText('');
    void navigate({ search: {} });
  };
  const searchNames = (too: boolean) =>
    navigate({ search: (old) => ({ ...old, names: too || undefined, page: undefined }) });
  const choose = (change: ListFilters & { assigned?: 'false' | undefined }) =>
    navigate({ search: (old) => ({ ...old, ...change, page: undefined }) });
  // Clears the filters by agent and status, which could only hide rows: these applicants have no agent.
  const showUnassigned = () => choose({ assigned: 'false', agent: undefined, status: undefined });
  const filter = (change: ListFilters) =>
    choose({ ...((change.agent || change.status) && { assigned: undefined }), ...change });

  return (
    <Page
      title="Applicants"
      meta={list.isCurrent && formatCount(list.total, 'record', list.isMinimum)}
      actions={
        <>
          <SearchField
            label="Search by Applicant ID, Portfolio Name, Application ID"
            value={box.text}
            maxLength={limits.searchLength}
            onChange={box.setText}
            onClear={box.clear}
            controls="applicants"
            className="w-full sm:w-96"
          />
          <label className="flex min-h-8 items-center gap-1.5 text-sm text-muted hover:text-ink max-sm:w-full">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={names ?? false}
              onChange={({ target }) => searchNames(target.checked)}
            />
            Search names too
          </label>
          <FiltersButton isOpen={isFiltering} onToggle={() => setFiltering(!isFiltering)} />
          <Button onClick={() => (assigned ? choose({ assigned: undefined }) : showUnassigned())}>
            {assigned ? <ListRestart aria-hidden /> : <UserRoundX aria-hidden />}
            {assigned ? 'Show All' : 'Not Assigned'}
          </Button>
          <Button variant="primary" onClick={() => open({ upload: true })}>
            <Upload aria-hidden /> Upload
          </Button>
        </>
      }
      banner={
        assigned &&
        list.rows && (
          <Suspense fallback={null}>
            <FilterNotice
              total={list.isCurrent ? list.total : undefined}
              isMinimum={list.isMinimum}
            />
          </Suspense>
        )
      }
    >
      {(isFiltering || Object.values(filters).some(Boolean)) && (
        <Suspense fallback={null}>
          <FilterBar
            list="applicants"
            shown={narrowed}
            filters={filters}
            isOpen={isFiltering}
            agentName={agentNamed(filters.agent, list.rows)}
            onChange={filter}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      )}
      <PagedTable
        id="applicants"
        label="Applicants"
        list={list}
        pageSize={limits.pageSize}
        onPage={turnTo}
        columns={[
          ...(canAssignMany ? [selectColumn(selection)] : []),
          ...applicantColumns(page, open),
        ]}
        selection={
          canAssignMany && (
            <SelectionBar selection={selection} onAssign={() => open({ many: true })} />
          )
        }
        notice={
          assignedMany && (
            <Suspense fallback={null}>
              <ManyAssignedNotice
                key={assignedMany.at}
                assigned={assignedMany}
                onClose={() => setAssignedMany(undefined)}
              />
            </Suspense>
          )
        }
        rowKey={(row) => row.id}
        onIntent={(row) => void client.prefetchQuery(applicantQuery(String(row.id)))}
        onOpen={(row) => open({ view: String(row.id) })}
        dialogOf={view ?? assign ?? deleted ?? upload ?? many}
        loadingText="Loading applicants data..."
        messageOf={wordsOf}
        renderFailure={(error) => (
          <Suspense fallback={null}>
            <ListFailure error={error} list={list} />
          </Suspense>
        )}
        empty={
          <Suspense fallback={null}>
            <NoApplicants
              isNarrowed={isNarrowed}
              onSearchNames={
                search === undefined || names ? undefined : () => void searchNames(true)
              }
              onClear={clearAll}
              onUpload={() => open({ upload: true })}
            />
          </Suspense>
        }
      />
      <Suspense fallback={null}>
        {view !== undefined && (
          <ApplicantModal id={view} onClose={close} onAssign={() => open({ assign: view })} />
        )}
        {assign !== undefined && <AssignAgentModal id={assign} onClose={close} />}
        {many && assigning && (
          <AssignManyModal
            {...assigning}
            onDone={(done) => {
              setAssignedMany(done);
              selection.clear();
            }}
            onClose={close}
          />
        )}
        {deleted !== undefined && <DeleteApplicantModal id={deleted} onClose={close} />}
        {upload && <UploadModal onClose={close} />}
      </Suspense>
    </Page>
  );
}

function wordsOf(error: Error): string {
  return messageOf(error, texts.applicants.fetchFallback);
}
