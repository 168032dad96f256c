import {
  type DryRunResult,
  type TakeResult,
  takeUpload,
  tryUploadAgain,
} from '@doorstep/contract/bulk-upload/dry-run';
import {
  addMapping,
  changeMapping,
  listMappings,
  type Mapping,
} from '@doorstep/contract/bulk-upload/mappings';
import { listUploads } from '@doorstep/contract/bulk-upload/uploads';
import { limits } from '@doorstep/contract/limits';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallArguments, call } from '../../../lib/api/api-client.ts';
import { isUnanswered } from '../../../lib/api/api-error.ts';

/**
 * The timeout of a dry run, in milliseconds. Reading a large CSV file takes up to 20 s, and other files may
 * be read first.
 */
export const dryRunTimeout = 60_000;

/** Loads a page of all mappings. Called only for backends that make dry runs, which have mappings too. */
export const mappingListQuery = (page: number) =>
  queryOptions({
    queryKey: ['mappings', 'page', page],
    queryFn: async ({ signal }) => {
      const { results, count } = await call(listMappings, { query: { page }, signal });
      return { rows: results, count };
    },
    placeholderData: keepPreviousData,
  });

/** Loads a lender's mappings, which fit on one page, or without a lender the first page of all mappings. */
export const mappingsOf = (lender_id: number | undefined) =>
  queryOptions({
    queryKey: ['mappings', 'lender', lender_id],
    queryFn: async ({ signal }) => {
      const query = {
        ...(lender_id !== undefined && { lender_id }),
        page_size: limits.maxPageSize,
      };
      return (await call(listMappings, { query, signal })).results;
    },
  });

export const refetchMappings = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ['mappings'] });

export type DryRunChange = NonNullable<CallArguments<typeof tryUploadAgain>[0]>['body'];

/** Loads a dry run. Repeats the dry run if its result is not cached, for example after a reload. */
export const dryRunQuery = (id: string) =>
  queryOptions({
    queryKey: ['tried', id],
    queryFn: ({ signal }) => repeatDryRun(id, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const repeatDryRun = (
  id: string,
  body: DryRunChange,
  signal?: AbortSignal,
): Promise<DryRunResult> =>
  call(tryUploadAgain, { params: { id }, body, timeout: dryRunTimeout, ...(signal && { signal }) });

/** The parts of the result that are known even if the answer was lost. */
export type Taken = Pick<TakeResult, 'message' | 'summary'>;

/** Takes a file in. If no answer comes, looks for the result in the list of uploads. */
export async function take(
  { upload_id, revision }: Pick<DryRunResult, 'upload_id' | 'revision'>,
  revisits: boolean,
  idempotencyKey: string,
): Promise<Taken> {
  const id = String(upload_id);
  try {
    return await call(takeUpload, {
      params: { id },
      body: { revisits, revision },
      ...{ idempotencyKey, timeout: dryRunTimeout },
    });
  } catch (error) {
    const taken = isUnanswered(error) ? await findTaken(id) : undefined;
    if (!taken) throw error;
    return taken;
  }
}

async function findTaken(id: string): Promise<Taken | undefined> {
  const { results } = await call(listUploads, { query: { page: 1 } }).catch(() => ({
    results: [],
  }));
  const upload = results.find((one) => String(one.id) === id && one.state === 'taken');
  return (
    upload && {
      message: `The file was taken in. Contact points stored: ${upload.successful} of ${upload.total_records}.`,
      summary: { ...upload, timestamp: upload.created_at },
    }
  );
}

export function saveMapping(
  known: Mapping | undefined,
  lender_id: number,
  content: Pick<Mapping, 'name' | 'fields' | 'second' | 'headings'>,
): Promise<Mapping> {
  return known
    ? call(changeMapping, {
        params: { id: known.id },
        body: { ...content, updated_at: known.updated_at },
      })
    : call(addMapping, { body: { lender_id, ...content } });
}
