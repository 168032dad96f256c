import { announce } from '../db/announce.ts';
import { readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** Stores the agency's name for use without a network. Not every server sends it. */
export async function saveAgency(name = ''): Promise<void> {
  if (name === (await readAgency())) return;
  await writeMeta('agency', name);
  announce('meta');
}

const readAgency = async () => (await readMeta<string>('agency')) ?? '';

/** The agency's name; empty if unknown, undefined until read. */
export const useAgency = (): string | undefined => useStored(readAgency, 'meta');
