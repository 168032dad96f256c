import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { type FieldName, fieldWords, setConstant, sourceOf, type Target } from './mapping-draft.ts';

/** Fields that lenders' files often lack, because the value is the same in every row. */
const oftenConstant = new Set<FieldName>([
  ...(['portfolio_name', 'product_type', 'applicant_type', 'visit_type'] as const),
]);

export function Constants({
  content,
  onChange,
}: {
  content: MappingContent;
  onChange: (content: MappingContent) => void;
}) {
  const isOffered = (target: Target) => {
    const source = sourceOf(content, target);
    return !source?.headings && (source?.constant !== undefined || oftenConstant.has(target.field));
  };
  const names = Object.keys(fieldWords) as FieldName[];
  const first = names.map((field): Target => ({ point: 1, field })).filter(isOffered);
  const second = (['applicant_type', 'visit_type'] as const)
    .map((field): Target => ({ point: 2, field }))
    .filter((target) => content.second && isOffered(target));
  if (first.length + second.length === 0) return null;
  return (
    <Section level="h2" title="Same text in every row">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {[...first, ...second].map((target) => (
          <TextField
            key={`${target.point}.${target.field}`}
            label={`${target.point === 2 ? 'Second: ' : ''}${fieldWords[target.field]}`}
            value={sourceOf(content, target)?.constant ?? ''}
            maxLength={500}
            onChange={({ currentTarget }) =>
              onChange(setConstant(content, target, currentTarget.value))
            }
          />
        ))}
      </div>
    </Section>
  );
}
