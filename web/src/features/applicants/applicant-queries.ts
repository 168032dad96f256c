import {
  type ApplicantRecord,
  applicantSearchFields,
  getApplicant,
  listApplicants,
  searchableFields,
} from '@doorstep/contract/applicants';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ListFilters } from '../../lib/address/list-filters.ts';
import { call } from '../../lib/api/api-client.ts';
import type { ListPage } from '../../lib/list/use-paged-list.ts';

/** An applicant from any backend. Fields that the specification does not require may be missing. */
export type LooseApplicant = Partial<ApplicantRecord> & Pick<ApplicantRecord, 'id'>;

export interface ListWanted extends ListFilters {
  page: number;
  search?: string;
  names?: boolean;
  assigned?: 'false';
}

export const applicantKeys = {
  lists: ['applicants', 'list'] as const,
  list: (wanted: ListWanted) => ['applicants', 'list', wanted] as const,
  detail: (id: string) => ['applicants', 'detail', id] as const,
};

export function applicantFilter({ search, names, file, ...filter }: Omit<ListWanted, 'page'>) {
  const wanted = search?.trim() || undefined;
  const fields = names ? searchableFields : applicantSearchFields;
  return {
    ...(wanted && { search: wanted, search_fields: fields.join(',') }),
    ...filter,
    ...(file && { upload: file }),
  };
}

export const applicantListQuery = ({ page, ...narrowed }: ListWanted) =>
  queryOptions({
    queryKey: applicantKeys.list({ page, ...narrowed }),
    meta: { kinds: ['applicant', 'message'] },
    queryFn: async ({ signal }): Promise<ListPage<LooseApplicant>> => {
      const query = { page, ...applicantFilter(narrowed) };
      const answer = await call(listApplicants, { query, signal });
      const { results, count, count_is_minimum: isMinimum } = answer;
      return { rows: results, count: count ?? results.length, isMinimum };
    },
    placeholderData: keepPreviousData,
  });

export const applicantQuery = (id: string) =>
  queryOptions({
    queryKey: applicantKeys.detail(id),
    meta: { record: { kind: 'applicant', id } },
    queryFn: ({ signal }): Promise<LooseApplicant> =>
      call(getApplicant, { params: { id }, signal }),
  });

/** Loads an applicant. Until the record arrives, `data` is the applicant's row from a loaded list, if any. */
export function useApplicant(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...applicantQuery(id),
    placeholderData: () => findInLists(client, id),
  });
}

function findInLists(client: QueryClient, id: string): LooseApplicant | undefined {
  return client
    .getQueriesData<ListPage<LooseApplicant>>({ queryKey: applicantKeys.lists })
    .flatMap(([, page]) => page?.rows ?? [])
    .find((row) => String(row.id) === id);
}
