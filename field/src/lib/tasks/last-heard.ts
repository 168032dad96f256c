import { announce } from '../db/announce.ts';
import { ignoreFull, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

export async function noteHeard(): Promise<void> {
  await writeMeta('heardAt', new Date().toISOString()).catch(ignoreFull);
  announce('meta');
}

const readHeard = async () => (await readMeta<string>('heardAt')) ?? null;

/** Null if the phone never fetched tasks. Undefined until read. */
export const useLastHeard = (): string | null | undefined => useStored(readHeard, 'meta');
