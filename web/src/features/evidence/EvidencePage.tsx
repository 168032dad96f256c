import { checkIds } from '@doorstep/contract/evidence/checks';
import type { EvidenceSummary } from '@doorstep/contract/evidence/office';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ScrollText, SlidersHorizontal } from 'lucide-react';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { failureOf, isNotOffered } from '../../lib/api/api-error.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { checkColumns } from './check-columns.tsx';
import { evidenceSummaryQuery } from './evidence-queries.ts';
import { ThresholdsModal } from './ThresholdsModal.tsx';

const route = getRouteApi('/signed-in/evidence');
const none: EvidenceSummary = {
  days: 30,
  cases: 0,
  checks: [],
  thresholds: [],
  thresholds_version: 0,
  changes: [],
};

export function EvidencePage() {
  const { check, thresholds } = route.useSearch();
  const navigate = route.useNavigate();
  const { deeper, leave } = useDialogHistory();
  const { data, error, isFetching, refetch } = useQuery(evidenceSummaryQuery);
  if (!data && isNotOffered(error)) {
    return (
      <Page title="Evidence">
        <EmptyState
          kind="no-permission"
          title="This server has no evidence checks"
          hint="Ask the person who runs this server whether another program shows evidence checks."
        />
      </Page>
    );
  }
  const open = (id: string) => navigate({ search: { check: id }, state: deeper });
  const openAll = () => navigate({ search: { thresholds: true }, state: deeper });
  const close = () => leave(() => navigate({ search: {}, replace: true }));
  const record = data?.checks.find((one) => one.check === check);
  return (
    <Page
      title="Evidence"
      meta={data && metaOf(data)}
      actions={
        data && (
          <>
            <Link
              to="/audit"
              search={{ event: 'evidence.change_thresholds' }}
              className={buttonClass({})}
            >
              <ScrollText aria-hidden /> History of changes
            </Link>
            <Button onClick={openAll}>
              <SlidersHorizontal aria-hidden /> Thresholds
            </Button>
          </>
        )
      }
    >
      {error && !data ? (
        <ErrorState
          {...failureOf(error, 'Couldn’t load check statistics')}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <DataTable
          id="checks"
          label="Checks"
          columns={checkColumns(data ?? none, open)}
          rows={data && (data.cases === 0 ? [] : worstFirst(data))}
          rowKey={(row) => row.check}
          onOpen={(row) => open(row.check)}
          dialogOf={check ?? thresholds}
          loadingText="Loading checks..."
          pageSize={checkIds.length}
          empty={
            <EmptyState
              title={`No case was checked in the last ${data?.days ?? none.days} days`}
              hint="The checks of a case usually run within two seconds after its last photo has arrived."
            />
          }
        />
      )}
      {data && data.cases > 0 && (
        <p className="mt-2 text-sm text-muted">
          A finding is confirmed if it was not dismissed and its case was decided negative or sent
          back. Loosen a check if it has at least 50 findings and more than 80 % of them were
          dismissed.
        </p>
      )}
      {data && (thresholds || record) && (
        <ThresholdsModal
          key={record?.check}
          summary={data}
          check={thresholds ? undefined : record}
          onClose={close}
        />
      )}
    </Page>
  );
}

function metaOf({ cases, days, changes: [last] }: EvidenceSummary): string {
  const checked = `${formatCount(cases, 'case')} checked in the last ${days} days`;
  if (!last) return checked;
  return `${checked} · thresholds last changed by ${last.by}, ${formatDateTime(last.at)}`;
}

const worstFirst = ({ checks }: EvidenceSummary) =>
  checks.toSorted((a, b) => Number(b.asks_to_be_loosened) - Number(a.asks_to_be_loosened));
