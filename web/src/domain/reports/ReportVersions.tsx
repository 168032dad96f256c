import { downloadReport, type ReportVersion } from '@doorstep/contract/reports/versions';
import { texts } from '@doorstep/contract/texts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callFile } from '../../lib/api/api-client.ts';
import { saveFile } from '../../lib/download.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';
import { CopyableId } from '../../ui/button/CopyButton.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { AlertDialog } from '../../ui/dialog/AlertDialog.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DecisionBadge } from '../verifications/VerificationBadges.tsx';
import { reportVersionsQuery } from './report-queries.ts';

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
      <DataTable
        label="Report versions"
        columns={columnsOf((version) => download.isPending || download.mutate(version))}
        rows={versions}
        rowKey={(version) => version.id}
        loadingText="Loading report versions..."
      />
      {download.isError && (
        <AlertDialog text={texts.pdf.download} onClose={() => download.reset()} />
      )}
    </Section>
  );
}

function columnsOf(onDownload: (version: ReportVersion) => void): Column<ReportVersion>[] {
  return [
    {
      id: 'version',
      header: 'Version',
      width: 5.5,
      cell: ({ version }) => version,
    },
    {
      id: 'made',
      header: 'Made',
      width: 11.75,
      fold: { turn: 2, under: 'by' },
      cell: ({ created_at }) => formatDateTime(created_at),
    },
    { id: 'by', header: 'By', cell: ({ created_by }) => <bdi>{created_by}</bdi> },
    {
      id: 'form',
      header: 'Form',
      width: 10,
      fold: { turn: 1, under: 'by' },
      cell: ({ template, origin }) =>
        `${template === 'residence' ? 'Residence' : 'Office'}${origin === 'generated' ? ', prefilled' : ''}`,
    },
    {
      id: 'decision',
      header: 'Decision then',
      width: 8,
      cell: ({ admin_decision }) => <DecisionBadge decision={admin_decision} />,
    },
    {
      id: 'code',
      header: 'Code',
      width: 11.5,
      cell: ({ code }) => <CopyableId id={code} name="code" />,
    },
    actionsColumn(5.5, (version) => (
      <IconButton
        icon={Download}
        label={`Download version ${version.version}`}
        onClick={() => onDownload(version)}
      />
    )),
  ];
}
