import { applicantSearchFields, searchableFields } from '@doorstep/contract/applicants';
import type { ExportList } from '@doorstep/contract/exports';
import { prettifyLabel } from '../../lib/format.ts';

export const searchInWords = ({
  search,
  assigned,
  decision,
}: Record<string, string | boolean | undefined>): string[] => [
  ...(search ? [`Search: ${String(search)}`] : []),
  ...(assigned ? ['Not assigned'] : []),
  ...(decision ? [`Decision: ${prettifyLabel(String(decision))}`] : []),
];

export function queryOfList(
  list: ExportList,
  { search, names, decision, file, ...filters }: Record<string, string | boolean | undefined>,
): string {
  const fields = names ? searchableFields : applicantSearchFields;
  const query = {
    ...filters,
    ...(search && { search }),
    ...(search && list === 'applicants' && { search_fields: fields.join(',') }),
    ...(decision && { admin_decision: decision }),
    ...(file && { upload: file }),
  };
  const given = Object.entries(query).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  );
  return new URLSearchParams(given).toString();
}
