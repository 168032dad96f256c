import { limits } from '@doorstep/contract/limits';
import { decisionFilters } from '@doorstep/contract/verifications/decision';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileInput, FolderArchive, ListChecks } from 'lucide-react';
import { Suspense, useState } from 'react';
import { FiltersButton } from '../domain/filters/FiltersButton.tsx';
import { verificationListQuery } from '../domain/verifications/verification-queries.ts';
import { useCanMakeArchives } from '../features/reports/archives/archive-queries.ts';
import { VerificationTable } from '../features/verifications/VerificationTable.tsx';
import { HeldVisitsBanner } from '../features/visits/held/HeldVisitsBanner.tsx';
import { heldVisitsQuery } from '../features/visits/held/held-visits-query.ts';
import type { ListFilters } from '../lib/address/list-filters.ts';
import { useDialogHistory } from '../lib/address/use-dialog-history.ts';
import { formatCount, formatNumber, prettifyLabel } from '../lib/format.ts';
import { useSearchInput } from '../lib/list/use-search-input.ts';
import { countReviewable, reviewQueueQuery } from '../lib/review-queue.ts';
import { useIdlePreload } from '../lib/use-idle-preload.ts';
import { Button } from '../ui/button/Button.tsx';
import { buttonClass } from '../ui/button/button-class.ts';
import { IconButton } from '../ui/button/IconButton.tsx';
import { preloadable } from '../ui/dialog/preloadable.ts';
import { Page } from '../ui/page/Page.tsx';
import { SearchField } from '../ui/table/SearchField.tsx';
import { SegmentedFilter } from '../ui/table/SegmentedFilter.tsx';

const route = getRouteApi('/signed-in/verification');
const decisionOptions = decisionFilters.map((value) => ({ value, label: prettifyLabel(value) }));

const VerificationModal = preloadable(
  () => import('../features/verifications/VerificationModal.tsx'),
);
const DecisionModal = preloadable(
  () => import('../features/verifications/decide/DecisionModal.tsx'),
);
const ReportFormModal = preloadable(() => import('../features/reports/form/ReportFormModal.tsx'));
const SendBackModal = preloadable(() => import('../features/visits/send-back/SendBackModal.tsx'));
const HeldVisitsModal = preloadable(() => import('../features/visits/held/HeldVisitsModal.tsx'));
const ArchivesModal = preloadable(() => import('../features/reports/archives/ArchivesModal.tsx'));
const FilterBar = preloadable(() => import('../domain/filters/FilterBar.tsx'));
const dialogs = [
  ...[VerificationModal, DecisionModal, ReportFormModal, SendBackModal],
  ...[HeldVisitsModal, ArchivesModal, FilterBar],
];
const preloadDialogs = () => dialogs.forEach((dialog) => void dialog.preload());

export function VerificationsPage() {
  const {
    page = 1,
    search,
    decision,
    view,
    decide,
    form,
    back,
    held,
    archives,
    ...filters
  } = route.useSearch();
  const navigate = route.useNavigate();
  const box = useSearchInput(search, (next) =>
    navigate({ search: (old) => ({ ...old, search: next, page: undefined }), replace: true }),
  );
  useIdlePreload(preloadDialogs);
  const { data, isPlaceholderData } = useQuery(
    verificationListQuery({ page, search, decision, ...filters }),
  );
  const [isFiltering, setFiltering] = useState(false);
  const filter = (change: ListFilters) =>
    navigate({ search: (old) => ({ ...old, ...change, page: undefined }) });

  const canMakeArchives = useCanMakeArchives();
  const { data: queue } = useQuery(reviewQueueQuery);
  const { data: heldVisits } = useQuery(heldVisitsQuery);

  const { deeper, leave } = useDialogHistory();
  const open = (dialog: Dialog) =>
    navigate({ search: (old) => ({ ...old, ...closed, ...dialog }), state: deeper });
  const close = () =>
    leave(() => navigate({ search: (old) => ({ ...old, ...closed }), replace: true }));

  return (
    <Page
      title="Verification"
      meta={data && !isPlaceholderData && formatCount(data.count, 'record', data.isMinimum)}
      actions={
        <>
          <SegmentedFilter
            label="Admin decision"
            options={decisionOptions}
            value={decision}
            onChange={(next) =>
              navigate({ search: (old) => ({ ...old, decision: next, page: undefined }) })
            }
          />
          <SearchField
            label="Search by Name, Application ID, Verification ID or Agent"
            value={box.text}
            maxLength={limits.searchLength}
            onChange={box.setText}
            onClear={box.clear}
            controls="verifications"
            className="w-full sm:w-92"
          />
          <FiltersButton isOpen={isFiltering} onToggle={() => setFiltering(!isFiltering)} />
          {queue && (
            <Link to="/review" className={buttonClass({ variant: 'primary' })}>
              <ListChecks aria-hidden /> Review ({formatNumber(countReviewable(queue))})
            </Link>
          )}
          {canMakeArchives && (
            <Button onClick={() => open({ archives: true })}>
              <FolderArchive aria-hidden /> Download reports
            </Button>
          )}
          {heldVisits && (
            <IconButton
              icon={FileInput}
              label="Import a visit file"
              onClick={() => open({ held: true })}
            />
          )}
        </>
      }
    >
      <HeldVisitsBanner onOpen={() => open({ held: true })} />
      {(isFiltering || Object.values(filters).some(Boolean)) && (
        <Suspense fallback={null}>
          <FilterBar
            list="verifications"
            shown={{ search, decision, ...filters }}
            filters={filters}
            isOpen={isFiltering}
            agentName={filters.agent && data?.rows[0]?.agent}
            onChange={filter}
            onClose={() => setFiltering(false)}
          />
        </Suspense>
      )}
      <VerificationTable
        {...filters}
        page={page}
        search={search}
        decision={decision}
        dialogOf={view ?? decide ?? form ?? back ?? held ?? archives}
      />
      <Suspense fallback={null}>
        {view !== undefined && (
          <VerificationModal
            id={view}
            list={{ page, search, decision, ...filters }}
            onGo={({ id, page: on }) =>
              navigate({
                search: (old) => ({ ...old, view: id, page: on === 1 ? undefined : on }),
                replace: true,
                state: true,
              })
            }
            onClose={close}
            onDecide={() => open({ decide: view })}
            onEdit={() => open({ form: view })}
            onSendBack={() => open({ back: view })}
            onOpen={(other) => open({ view: String(other) })}
          />
        )}
        {decide !== undefined && <DecisionModal id={decide} onClose={close} />}
        {form !== undefined && <ReportFormModal id={form} onClose={close} />}
        {back !== undefined && <SendBackModal id={back} onClose={close} />}
        {held && <HeldVisitsModal onClose={close} />}
        {archives && <ArchivesModal decision={decision} onClose={close} />}
      </Suspense>
    </Page>
  );
}

interface Dialog {
  view?: string;
  decide?: string;
  form?: string;
  /** The id of the verification whose send-back dialog is open. */
  back?: string;
  held?: true;
  archives?: true;
}

const closed = {
  view: undefined,
  decide: undefined,
  form: undefined,
  back: undefined,
  held: undefined,
  archives: undefined,
};
