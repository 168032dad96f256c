import { createExport, type ExportFormat, type ExportList } from '@doorstep/contract/exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { createIntention } from '../../lib/api/intention.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal, ModalBody, ModalFooter } from '../../ui/dialog/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { Section } from '../../ui/page/DescriptionList.tsx';
import { SegmentedFilter } from '../../ui/table/SegmentedFilter.tsx';
import { YourFiles } from '../background-files/YourFiles.tsx';
import { ExportItem } from './ExportItem.tsx';
import { queryOfList, searchInWords } from './export-filter.ts';
import { exportLayoutsQuery } from './export-layouts-query.ts';
import { exportsQuery } from './exports-query.ts';

const formats = [
  { value: 'xlsx', label: 'Spreadsheet (.xlsx)' },
  { value: 'csv', label: 'Text (.csv)' },
] as const satisfies { value: ExportFormat; label: string }[];

interface ExportModalProps {
  list: ExportList;
  shown: Record<string, string | boolean | undefined>;
  words: readonly string[];
  onClose: () => void;
}

export default function ExportModal({ list, shown, words, onClose }: ExportModalProps) {
  const client = useQueryClient();
  const files = useQuery(exportsQuery);
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [withReport, setWithReport] = useState(false);
  const layouts = (useQuery(exportLayoutsQuery).data ?? []).filter(
    ({ lender_id }) => !shown.lender || String(lender_id) === shown.lender,
  );
  const [chosen, setChosen] = useState<string>();
  const columns = chosen ?? (shown.lender && layouts[0] ? String(layouts[0].lender_id) : '');
  const [intention] = useState(createIntention);
  const creation = useMutation({
    mutationFn: async () => {
      const body = {
        ...{ list, format, query: queryOfList(list, shown) },
        ...(columns === '' && withReport && { with_report: true }),
        ...(columns !== '' && { lender_id: Number(columns) }),
      };
      await call(createExport, { body, idempotencyKey: intention.keyFor(body) });
      intention.settle();
    },
    onSuccess: () => client.invalidateQueries(exportsQuery),
  });
  const what = list === 'applicants' ? 'applicants' : 'verifications';
  const narrowed = [...searchInWords(shown), ...words];
  return (
    <Modal title={`Export ${what}`} size="lg" onClose={onClose}>
      <ModalBody className="space-y-6">
        <Section title="New file">
          <p className="mb-3 max-w-prose text-muted">
            {narrowed.length === 0 ? `All ${what}` : <bdi>{narrowed.join(' · ')}</bdi>}. At most the
            newest 100,000 rows. The file is made in the background: you can close this window and
            come back.
            {columns !== '' && ' The file has the rows of that lender only.'}
          </p>
          <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3">
            <SegmentedFilter
              label="Format"
              options={formats}
              value={format}
              onChange={(next) => setFormat(next ?? format)}
            />
            {layouts.length > 0 && (
              <div className="w-64 max-w-full">
                <SelectField
                  label="Columns"
                  isLabelHidden
                  placeholder="Usual columns"
                  options={layouts.map(({ lender_id, lender }) => ({
                    value: String(lender_id),
                    label: `Columns of ${lender}`,
                  }))}
                  value={columns}
                  onChange={({ target }) => setChosen(target.value)}
                />
              </div>
            )}
            {list === 'verifications' && columns === '' && (
              <label className="flex min-h-8 items-center gap-1.5 text-sm">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={withReport}
                  onChange={({ target }) => setWithReport(target.checked)}
                />
                Include the fields of the last report
              </label>
            )}
            <Button
              variant="primary"
              isBusy={creation.isPending}
              onClick={() => {
                if (!creation.isPending) creation.mutate();
              }}
            >
              <FileSpreadsheet aria-hidden /> Make file
            </Button>
          </div>
          {creation.error && (
            <Notice tone="negative">
              {messageOf(creation.error, 'Couldn’t start the export. Try again.')}
            </Notice>
          )}
        </Section>
        <YourFiles
          files={files}
          isUnfinished={({ status }) => status === 'waiting' || status === 'running'}
          Item={ExportItem}
        />
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Close</Button>
      </ModalFooter>
    </Modal>
  );
}
