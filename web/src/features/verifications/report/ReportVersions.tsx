import { downloadReport, type ReportVersion } from '@doorstep/contract/reports/versions';
import { texts } from '@doorstep/contract/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callFile } from '../../../lib/api/api-client.ts';
import { saveFile } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { CopyableId } from '../../../ui/button/CopyButton.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { AlertDialog } from '../../../ui/dialog/AlertDialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { DecisionBadge } from '../VerificationBadges.tsx';
import { reportVersionsQuery } from '../verification-queries.ts';

const columns = ['Version', 'Made', 'By', 'Form', 'Decision then', 'Code'];

/** Every report that was given out, to download again as it was; nothing where a backend keeps none. */
export function ReportVersions({ id }: { id: string }) {
  const { data } = useQuery(reportVersionsQuery(id));
  const isShown = useIsShown();
  const download = useMutation({
    mutationFn: async (version: ReportVersion) => {
      const { blob, fileName } = await callFile(downloadReport, { params: { id: version.id } });
      saveFile(blob, fileName ?? `${id}_v${version.version}.pdf`);
    },
    onError: (_, { version }) => {
      if (!isShown.current) toast.error(`Report version ${version}: ${texts.pdf.download}`, 6_000);
    },
  });
  const versions = data?.results ?? [];
  if (versions.length === 0) return null;
  return (
    <Section title={`Report versions (${versions.length})`}>
      <section
        aria-label="Report versions"
        // A region that scrolls must be reachable by key.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto border-y border-rule"
      >
        <table className="w-full text-start [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start [&_:is(td,th)]:whitespace-nowrap">
          <thead>
            <tr className="text-muted">
              {columns.map((column) => (
                <th key={column} scope="col" className="font-normal">
                  {column}
                </th>
              ))}
              <th scope="col">
                <span className="sr-only">Download</span>
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-rule">
            {versions.map((version) => (
              <tr key={version.id}>
                <td className="tabular-nums">{version.version}</td>
                <td className="tabular-nums">{formatDateTime(version.created_at)}</td>
                <td className="max-w-48 truncate">
                  <bdi>{version.created_by}</bdi>
                </td>
                <td>
                  {version.template === 'residence' ? 'Residence' : 'Office'}
                  {version.origin === 'generated' && (
                    <span className="text-muted">, prefilled</span>
                  )}
                </td>
                <td>
                  <DecisionBadge decision={version.admin_decision} />
                </td>
                <td>
                  <CopyableId id={version.code} name="code" />
                </td>
                <td className="text-end!">
                  <IconButton
                    icon={Download}
                    label={`Download version ${version.version}`}
                    onClick={() => download.isPending || download.mutate(version)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {download.isError && (
        <AlertDialog text={texts.pdf.download} onClose={() => download.reset()} />
      )}
    </Section>
  );
}
