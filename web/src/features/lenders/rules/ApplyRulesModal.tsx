import { applyRules, type RulesApplied } from '@doorstep/contract/lenders';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { failedOf } from '../../../lib/api/conflicts.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { lenderQuery, refetchLenders } from '../lender-queries.ts';
import { exampleColumns } from './example-columns.tsx';

interface ApplyRulesModalProps {
  id: string;
  onClose: () => void;
}

export default function ApplyRulesModal({ id, onClose }: ApplyRulesModalProps) {
  const client = useQueryClient();
  const lender = useQuery(lenderQuery(id));
  const preview = useQuery({
    queryKey: ['lenders', 'preview', id],
    queryFn: ({ signal }) => call(applyRules, { params: { id }, body: { dry_run: true }, signal }),
    // Not refetched in the background, because the request must expect the count that the user saw.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  });
  const apply = useMutation({
    meta: { notDone: `Rules not applied: ${lender.data?.name ?? `lender ${id}`}.` },
    mutationFn: (expected_count: number) =>
      call(applyRules, { params: { id }, body: { expected_count } }),
    onSuccess: () => refetchLenders(client),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'count_changed') void preview.refetch();
    },
  });
  const count = preview.data?.count ?? 0;
  return (
    <FormModal
      title="Apply new rules"
      subtitle={lender.data && <bdi>{lender.data.name}</bdi>}
      size="lg"
      isLoading={preview.isPending}
      failed={failedOf(preview, 'Couldn’t calculate the due times')}
      error={apply.error && messageOf(apply.error, 'Couldn’t apply the rules. Try again.')}
      submit={{
        label: apply.isPending ? 'Applying...' : `Apply to ${formatCount(count, 'applicant')}`,
        isBusy: apply.isPending,
        isDisabled: count === 0 || preview.isFetching,
      }}
      success={
        apply.data && {
          text: `The rules were applied to ${formatCount(apply.data.count, 'applicant')}.`,
        }
      }
      onSubmit={() => apply.mutate(count)}
      onClose={onClose}
    >
      {preview.data && <Preview preview={preview.data} />}
    </FormModal>
  );
}

function Preview({ preview }: { preview: RulesApplied }) {
  const { count, earlier, later, gained, lost, examples } = preview;
  const sameTime = count - earlier - later - gained - lost;
  if (count === 0) {
    return (
      <p role="status">All open applicants already have the due times of the current rules.</p>
    );
  }
  const items = [
    { label: 'Due earlier', number: earlier },
    { label: 'Due later', number: later },
    { label: 'Get a due time', number: gained },
    { label: 'Lose their due time', number: lost },
    { label: 'Same due time, but a different rule or warnings', number: sameTime },
  ];
  return (
    <>
      <p role="status">
        {formatCount(count, 'open applicant')} would change. Applicants whose clock has stopped stay
        as they are.
      </p>
      <DescriptionList
        items={items
          .filter(({ number }) => number > 0)
          .map(({ label, number }) => ({ label, value: formatNumber(number) }))}
      />
      <DataTable
        label="Examples"
        columns={exampleColumns}
        rows={examples}
        rowKey={({ id }) => id}
        loadingText="Calculating..."
        footer={
          count > examples.length && (
            <p className="text-sm text-muted">
              The first {examples.length} of {formatNumber(count)}
            </p>
          )
        }
      />
    </>
  );
}
