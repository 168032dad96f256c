import type { PrintedSection } from '@doorstep/contract/reports/definition';
import type { ReportLayout } from '@doorstep/contract/reports/layouts';

type FormLayout = NonNullable<ReportLayout['forms']['residence']>;

export function arrangeSections(
  sections: readonly PrintedSection[],
  { sections: order = [], hidden = [], labels = {} }: FormLayout = {},
): PrintedSection[] {
  const hides = new Set(hidden);
  const placeOf = ({ title }: PrintedSection) => {
    const place = order.indexOf(title);
    return place < 0 ? order.length : place;
  };
  return sections
    .map((section) => {
      const rows = section.rows
        .filter(({ name }) => !hides.has(name))
        .map((row) => ({
          ...row,
          label: Object.hasOwn(labels, row.name) ? (labels[row.name] ?? row.label) : row.label,
        }));
      return { ...section, rows, isEmpty: rows.every(({ value }) => value === '-') };
    })
    .filter(({ rows }) => rows.length > 0)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}
