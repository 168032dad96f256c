import { announce } from '../db/announce.ts';
import { ignoreFull, readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** Stores the least version of the app that may begin visits, for when there is no network. Not every server names one. */
export async function saveLeastVersion(least = ''): Promise<void> {
  if (least === ((await readMeta<string>('leastVersion')) ?? '')) return;
  await writeMeta('leastVersion', least).catch(ignoreFull);
  announce('meta');
}

const readIsTooOld = async () =>
  isOlder(import.meta.env.VITE_APP_VERSION ?? '', (await readMeta<string>('leastVersion')) ?? '');

/** Whether this app is too old to begin visits; it may finish and send them. Undefined until it was read. */
export const useIsTooOld = (): boolean | undefined => useStored(readIsTooOld, 'meta');

/** Whether a version is older than the least one; no version is older than an empty text. */
export function isOlder(version: string, least: string): boolean {
  const [own, wanted] = [version, least].map((text) => text.split('.').map(Number));
  const at = wanted?.findIndex((part, index) => part !== (own?.[index] ?? 0)) ?? -1;
  return at >= 0 && (own?.[at] ?? 0) < (wanted?.[at] ?? 0);
}
