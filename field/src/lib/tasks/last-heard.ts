import { announce } from '../db/announce.ts';
import { ignoreFull, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** Records that the office has just answered with the agent's tasks. */
export async function noteHeard(): Promise<void> {
  await writeMeta('heardAt', new Date().toISOString()).catch(ignoreFull);
  announce('meta');
}

const readHeard = async () => (await readMeta<string>('heardAt')) ?? null;

/** Returns the time when the phone last fetched tasks; null if never, undefined until read. */
export const useLastHeard = (): string | null | undefined => useStored(readHeard, 'meta');
