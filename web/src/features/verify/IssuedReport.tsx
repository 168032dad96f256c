import { type VerifiedReport, verifyReport } from '@doorstep/contract/reports/versions';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { ApiError, failureOf } from '../../lib/api/api-error.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { CopyButton } from '../../ui/button/CopyButton.tsx';
import { ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { DescriptionList, Section } from '../../ui/page/DescriptionList.tsx';
import { CompareFile } from './CompareFile.tsx';

export function IssuedReport({ code }: { code: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verify', code],
    queryFn: ({ signal }) => call(verifyReport, { params: { code }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="mt-7 space-y-7">
      {data ? (
        <Found report={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <Notice tone="negative">
          <p className="font-semibold">No report has this code.</p>
          <p>
            Compare the code with the foot of the page, letter by letter. If the code is the same,
            do not rely on the report: ask the person who gave it to you.
          </p>
        </Notice>
      ) : error ? (
        <ErrorState
          {...failureOf(error, 'Couldn’t check the code')}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <div role="status" aria-label="Checking the code" className="space-y-3">
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
    </div>
  );
}

const forms = { residence: 'Residence verification', office: 'Office verification' };

function Found({ report }: { report: VerifiedReport }) {
  return (
    <>
      {report.is_superseded ? (
        <Notice tone="warning">
          <p className="font-semibold">This report was replaced by a later version.</p>
          <p>
            {report.agency} made this report. Ask for the latest version before you rely on the
            report.
          </p>
        </Notice>
      ) : (
        <Notice tone="positive">
          <p className="font-semibold">{report.agency} made a report with this code.</p>
          <p>Compare your file to check that it is this report and was not altered.</p>
        </Notice>
      )}
      <div className="grid items-start gap-x-8 gap-y-7 md:grid-cols-[9fr_11fr]">
        <CompareFile report={report} />
        <Section title="The report as issued" level="h2">
          <DescriptionList
            items={[
              { label: 'Made', value: formatDateTime(report.created_at) },
              { label: 'Decision', value: <Decision decision={report.admin_decision} /> },
              { label: 'Form', value: forms[report.template] },
              { label: 'Version', value: report.version },
              { label: 'Pages', value: report.pages },
              { label: 'Size', value: `${formatNumber(report.bytes)} bytes` },
              { label: 'Digital signature', value: report.is_signed ? 'In the file' : 'None' },
              {
                label: 'SHA-256',
                value: (
                  <span className="flex items-start gap-1">
                    <span className="font-mono text-sm break-all">{report.sha256}</span>
                    <CopyButton text={report.sha256} label="Copy SHA-256" />
                  </span>
                ),
              },
            ]}
          />
        </Section>
      </div>
    </>
  );
}

function Decision({ decision }: { decision: VerifiedReport['admin_decision'] }) {
  if (decision === 'positive') return <StatusBadge tone="positive">Positive</StatusBadge>;
  if (decision === 'negative') return <StatusBadge tone="negative">Negative</StatusBadge>;
  return <StatusBadge tone="warning">Pending</StatusBadge>;
}
