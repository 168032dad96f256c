import { announce } from '../db/announce.ts';
import { readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** Stores the agency's name for use without a network. Some servers send no name. */
export async function saveAgency(name = ''): Promise<void> {
  if (name === (await readAgency())) return;
  await writeMeta('agency', name);
  announce('meta');
}

const readAgency = async () => (await readMeta<string>('agency')) ?? '';

/** Empty if the agency's name is unknown. Undefined until read. */
export const useAgency = (): string | undefined => useStored(readAgency, 'meta');
