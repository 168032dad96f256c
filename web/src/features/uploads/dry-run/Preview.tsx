import type { DryRunResult, DryRunRow } from '@doorstep/contract/bulk-upload/dry-run';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { type FieldName, fieldsOf, fieldWords } from './mapping-draft.ts';
import { ScrollTable } from './ScrollTable.tsx';

const states: Record<DryRunRow['state'], string> = {
  new: 'New',
  known: 'Known',
  revisit: 'Decided',
};

export function Preview({ rows }: Pick<DryRunResult, 'rows'>) {
  if (rows.length === 0) return null;
  const filled = (field: FieldName) => rows.some((row) => row[field] !== '');
  const fields = fieldsOf(1).filter(filled);
  return (
    <Section level="h2" title={`Preview of the first ${rows.length}`}>
      <ScrollTable
        label="Preview"
        headers={['Row', 'State', ...fields.map((field) => fieldWords[field])]}
      >
        {rows.map((row) => (
          <tr key={`${row.row}-${row.point}`} className="align-top">
            <td className="text-muted">{row.row}</td>
            <td>{states[row.state]}</td>
            {fields.map((field) => (
              <td key={field} className={field === 'address' ? 'min-w-64' : 'whitespace-nowrap'}>
                <bdi>{row[field] || '-'}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </ScrollTable>
    </Section>
  );
}
