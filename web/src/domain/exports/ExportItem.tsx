import { deleteExport, type Export } from '@doorstep/contract/exports';
import { call } from '../../lib/api/api-client.ts';
import { formatDateTime, formatNumber, prettifyLabel } from '../../lib/format.ts';
import { FileItem } from '../background-files/FileItem.tsx';
import { exportsQuery } from './exports-query.ts';

interface ExportItemProps {
  file: Export;
  onRemoved: () => void;
}

export function ExportItem({ file, onRemoved }: ExportItemProps) {
  const { id, list, format, query, status, total, done, created_at, expires_at, file_url } = file;
  const { lender, with_report } = file;
  const isEnded = status === 'ready' || status === 'failed';
  return (
    <FileItem
      name={`${list === 'applicants' ? 'Applicants' : 'Verifications'} (.${format}), ${formatDateTime(created_at)}`}
      details={
        <>
          {status === 'ready' &&
            `${formatNumber(total)} ${total === 1 ? 'row' : 'rows'} · available until ${formatDateTime(expires_at)}`}
          {!isEnded && (total > 0 ? `${formatNumber(done)} of ${formatNumber(total)}` : 'Waiting')}
          {with_report && ' · with report fields'}
          {lender && <bdi> · columns of {lender}</bdi>}
          {query !== '' && <bdi> · {namesOf(query)}</bdi>}
        </>
      }
      failure={status === 'failed' ? 'The file couldn’t be made. Try again later.' : undefined}
      progress={isEnded ? undefined : total > 0 ? done / total : 0}
      link={{ url: file_url, label: 'Download' }}
      removal={{
        label: isEnded ? 'Delete' : 'Cancel',
        run: () => call(deleteExport, { params: { id } }),
      }}
      queryKey={exportsQuery.queryKey}
      onRemoved={onRemoved}
    />
  );
}

/** Returns a query's search and filters in words, such as `Due late, Pin 411`. */
const namesOf = (query: string): string =>
  [...new URLSearchParams(query)]
    .filter(([name]) => name !== 'search_fields' && name !== 'sort')
    .map(([name, value]) => `${prettifyLabel(name)} ${value}`)
    .join(', ');
