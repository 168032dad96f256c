import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';
import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { inputClass } from '../../../ui/form/Field.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import {
  fieldsOf,
  fieldWords,
  isFull,
  mapHeading,
  type Target,
  targetsOf,
} from './mapping-draft.ts';
import { ScrollTable } from './ScrollTable.tsx';

const nameOf = ({ point, field }: Target) => `${point}.${field}`;

interface MappingTableProps {
  headings: DryRunResult['headings'];
  content: MappingContent;
  onChange: (content: MappingContent) => void;
}

export function MappingTable({ headings, content, onChange }: MappingTableProps) {
  const points = content.second ? ([1, 2] as const) : ([1] as const);
  const present = headings.map(({ heading }) => heading);
  const targets = points.flatMap((point) => fieldsOf(point).map((field) => ({ point, field })));
  return (
    <Section level="h2" title="Columns">
      <ScrollTable
        label="Columns of the file"
        headers={['Column in the file', 'Values', 'Field in Doorstep']}
      >
        {headings.map(({ heading, column, samples }) => {
          const [first, ...others] = targetsOf(content, heading);
          return (
            <tr key={column} className="align-top">
              <td className="min-w-20 font-semibold sm:min-w-32 wrap-anywhere">
                <bdi>{heading || '(no heading)'}</bdi>{' '}
                <span className="text-sm font-normal text-muted">{column}</span>
              </td>
              <td className="min-w-20 text-muted sm:min-w-40 wrap-anywhere">
                {samples.map((sample, index) => (
                  <bdi key={index} className="block">
                    {sample}
                  </bdi>
                ))}
              </td>
              <td className="w-64">
                <select
                  aria-label={`Field for ${heading || `column ${column}`}`}
                  disabled={heading === ''}
                  value={first ? nameOf(first) : ''}
                  onChange={({ currentTarget: { value } }) => {
                    const chosen = targets.find((target) => nameOf(target) === value);
                    onChange(mapHeading(content, heading, chosen, present));
                  }}
                  className={`select ${inputClass} min-w-32 sm:min-w-48`}
                >
                  <option value="">Not used</option>
                  {points.map((point) => (
                    <optgroup
                      key={point}
                      label={point === 1 ? 'Contact point' : 'Second contact point'}
                    >
                      {fieldsOf(point).map((field) => (
                        <option
                          key={field}
                          value={nameOf({ point, field })}
                          disabled={
                            isFull(content, { point, field }, present) &&
                            !(first?.point === point && first.field === field)
                          }
                        >
                          {point === 1 ? fieldWords[field] : `Second: ${fieldWords[field]}`}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </select>
                {others.length > 0 && (
                  <p className="mt-1 text-sm text-muted">
                    Also {others.map(({ field }) => fieldWords[field]).join(', ')}
                  </p>
                )}
              </td>
            </tr>
          );
        })}
      </ScrollTable>
      <p className="mt-2 text-sm text-muted">
        A field can take up to five columns. Their texts are joined by commas.
      </p>
    </Section>
  );
}
