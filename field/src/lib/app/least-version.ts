import { announce } from '../db/announce.ts';
import { ignoreFull, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** The least version that the office lets begin a visit, kept for when there is no network. Not every office names one. */
export async function keepLeastVersion(least = ''): Promise<void> {
  if (least === ((await readMeta<string>('leastVersion')) ?? '')) return;
  await writeMeta('leastVersion', least).catch(ignoreFull);
  announce('meta');
}

const readIsTooOld = async () =>
  isOlder(import.meta.env.VITE_APP_VERSION ?? '', (await readMeta<string>('leastVersion')) ?? '');

/** Whether this app may finish and send visits, but begin none; undefined until it was looked at. */
export const useIsTooOld = (): boolean | undefined => useStored(readIsTooOld, 'meta');

/** Whether a version is older than another; than none named it isn’t. */
export function isOlder(version: string, least: string): boolean {
  const [own, wanted] = [version, least].map((text) => text.split('.').map(Number));
  const at = wanted?.findIndex((part, index) => part !== (own?.[index] ?? 0)) ?? -1;
  return at >= 0 && (own?.[at] ?? 0) < (wanted?.[at] ?? 0);
}
