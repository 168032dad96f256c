import { database } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** Returns a map from the id of a task to the id of its open visit. Undefined until read. */
export function useOpenVisits(): ReadonlyMap<number, string> | undefined {
  return useStored(listOpenVisits, 'drafts');
}

async function listOpenVisits(): Promise<ReadonlyMap<number, string>> {
  const drafts = await (await database()).getAll('drafts');
  return new Map(drafts.map(({ taskId, visitId }) => [taskId, visitId]));
}
