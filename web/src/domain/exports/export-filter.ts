import { applicantSearchFields, searchableFields } from '@doorstep/contract/applicants';
import type { ExportList } from '@doorstep/contract/exports';

/** The query with which a list's own call finds what its address shows. */
export function queryOfList(
  list: ExportList,
  { search, names, decision, ...filters }: Record<string, string | boolean | undefined>,
): string {
  const fields = names ? searchableFields : applicantSearchFields;
  const query = {
    ...filters,
    ...(search && { search }),
    ...(search && list === 'applicants' && { search_fields: fields.join(',') }),
    ...(decision && { admin_decision: decision }),
  };
  const given = Object.entries(query).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  );
  return new URLSearchParams(given).toString();
}
