import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CalendarPlus, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { FailedExports } from '../../domain/exports/FailedExports.tsx';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { failureOf, isNotOffered } from '../../lib/api/api-error.ts';
import { useIdlePreload } from '../../lib/use-idle-preload.ts';
import { Button } from '../../ui/button/Button.tsx';
import { preloadable } from '../../ui/dialog/preloadable.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { calendarColumns, type Dialog, lenderColumns } from './lender-columns.tsx';
import { calendarsQuery, lendersQuery } from './lender-queries.ts';

const route = getRouteApi('/signed-in/lenders');

const LenderModal = preloadable(() => import('./edit/LenderModal.tsx'));
const DeleteLenderModal = preloadable(() => import('./edit/DeleteLenderModal.tsx'));
const ApplyRulesModal = preloadable(() => import('./rules/ApplyRulesModal.tsx'));
const ColumnsModal = preloadable(() => import('./columns/ColumnsModal.tsx'));
const DailyModal = preloadable(() => import('./daily/DailyModal.tsx'));
const ReportLayoutModal = preloadable(() => import('./report-layout/ReportLayoutModal.tsx'));
const CalendarModal = preloadable(() => import('./calendars/CalendarModal.tsx'));
const DeleteCalendarModal = preloadable(() => import('./calendars/DeleteCalendarModal.tsx'));
const dialogs = [
  ...[LenderModal, DeleteLenderModal, ApplyRulesModal, ColumnsModal, DailyModal, ReportLayoutModal],
  ...[CalendarModal, DeleteCalendarModal],
];
const preloadDialogs = () => dialogs.forEach((dialog) => void dialog.preload());

export function LendersPage() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { deeper, leave } = useDialogHistory();
  const lenders = useQuery(lendersQuery);
  const calendars = useQuery(calendarsQuery);
  useIdlePreload(preloadDialogs);
  if (!lenders.data && isNotOffered(lenders.error)) {
    return (
      <Page title="Lenders">
        <EmptyState
          kind="no-permission"
          title="This server has no lenders"
          hint="This server doesn’t calculate due times."
        />
      </Page>
    );
  }
  const open = (search: Dialog) => void navigate({ search, state: deeper });
  const close = () => leave(() => navigate({ search: {}, replace: true }));
  return (
    <Page
      title="Lenders"
      actions={
        <>
          <Button onClick={() => open({ calendar: 'new' })}>
            <CalendarPlus aria-hidden /> Add calendar
          </Button>
          <Button variant="primary" onClick={() => open({ lender: 'new' })}>
            <Plus aria-hidden /> Add lender
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FailedExports />
        {lenders.error && !lenders.data ? (
          <ErrorState
            {...failureOf(lenders.error, 'Couldn’t load the lenders')}
            onRetry={() => void lenders.refetch()}
            isRetrying={lenders.isFetching}
          />
        ) : (
          <DataTable
            label="Lenders"
            columns={lenderColumns(open)}
            rows={lenders.data?.results}
            rowKey={({ id }) => String(id)}
            onOpen={({ id }) => open({ lender: String(id) })}
            dialogOf={
              address.lender ??
              address.rules ??
              address.columns ??
              address.daily ??
              address.layout ??
              address.delete
            }
            loadingText="Loading lenders..."
            pageSize={3}
            empty={
              <EmptyState
                title="No lenders yet"
                hint="Without a lender no applicant has a due time. Add a calendar with the lender’s working hours and holidays first, then the lender."
              />
            }
          />
        )}
        <section aria-labelledby="calendars">
          <h2 id="calendars" className="mb-2 text-lg font-semibold">
            Calendars
          </h2>
          {calendars.error && !calendars.data ? (
            <ErrorState
              {...failureOf(calendars.error, 'Couldn’t load the calendars')}
              onRetry={() => void calendars.refetch()}
              isRetrying={calendars.isFetching}
            />
          ) : (
            <DataTable
              label="Calendars"
              columns={calendarColumns(open)}
              rows={calendars.data?.results}
              rowKey={({ id }) => String(id)}
              onOpen={({ id }) => open({ calendar: String(id) })}
              dialogOf={address.calendar ?? address.drop}
              loadingText="Loading calendars..."
              pageSize={3}
              empty={<EmptyState title="No calendars yet" />}
            />
          )}
        </section>
      </div>
      <Suspense fallback={null}>
        {address.lender !== undefined && (
          <LenderModal
            key={address.lender}
            id={address.lender}
            onApply={(id) => void navigate({ search: { rules: String(id) }, replace: true })}
            onClose={close}
          />
        )}
        {address.rules !== undefined && <ApplyRulesModal id={address.rules} onClose={close} />}
        {address.columns !== undefined && (
          <ColumnsModal key={address.columns} id={address.columns} onClose={close} />
        )}
        {address.daily !== undefined && (
          <DailyModal key={address.daily} id={address.daily} onClose={close} />
        )}
        {address.layout !== undefined && (
          <ReportLayoutModal key={address.layout} id={address.layout} onClose={close} />
        )}
        {address.delete !== undefined && <DeleteLenderModal id={address.delete} onClose={close} />}
        {address.calendar !== undefined && (
          <CalendarModal key={address.calendar} id={address.calendar} onClose={close} />
        )}
        {address.drop !== undefined && <DeleteCalendarModal id={address.drop} onClose={close} />}
      </Suspense>
    </Page>
  );
}
