import { uploadColumns, uploadTemplate } from '@doorstep/contract/bulk-upload';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callFile } from '../../../lib/api/api-client.ts';
import { saveFile } from '../../../lib/download.ts';
import { Button } from '../../../ui/button/Button.tsx';

const templateQuery = queryOptions({
  queryKey: ['upload-template'],
  queryFn: ({ signal }) => callFile(uploadTemplate, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

const required = uploadColumns.filter((column) => column.required).map(({ name }) => name);
const optional = uploadColumns.filter((column) => !column.required).map(({ name }) => name);

export function TemplateLink() {
  const { data } = useQuery(templateQuery);
  if (!data) return null;
  return (
    <div className="space-y-2 border-t border-rule pt-3 text-sm">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-semibold">Columns</h3>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => saveFile(data.blob, data.fileName ?? 'upload-template.xlsx')}
        >
          <Download aria-hidden /> Download template
        </Button>
      </div>
      <Columns label="Required" names={required} />
      <Columns label="Optional" names={optional} />
    </div>
  );
}

function Columns({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <p className="text-muted">
      {label}: <span className="font-mono text-ink">{names.join(', ')}</span>
    </p>
  );
}
