import { announce } from '../db/announce.ts';
import { ignoreFull, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** Stores the lowest version that may start visits, for use without a network. An empty text allows every version. */
export async function saveLeastVersion(least = ''): Promise<void> {
  if (least === ((await readMeta<string>('leastVersion')) ?? '')) return;
  await writeMeta('leastVersion', least).catch(ignoreFull);
  announce('meta');
}

const readIsTooOld = async () =>
  isOlder(import.meta.env.VITE_APP_VERSION ?? '', (await readMeta<string>('leastVersion')) ?? '');

/** Whether this version is too old to start visits. Open visits can still be finished and sent. */
export const useIsTooOld = (): boolean | undefined => useStored(readIsTooOld, 'meta');

export function isOlder(version: string, least: string): boolean {
  const [own = [], wanted = []] = [version, least].map((text) => text.split('.').map(Number));
  const at = wanted.findIndex((part, index) => part !== (own[index] ?? 0));
  return at >= 0 && (own[at] ?? 0) < (wanted[at] ?? 0);
}
