import { announce } from '../db/announce.ts';
import { readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** What a phone says of its network; only Chrome on Android says of which type it is. */
interface Connection extends EventTarget {
  type?: string;
}
const connection = () => (navigator as { connection?: Connection }).connection;

/** Whether this phone knows Wi-Fi from a mobile network: elsewhere there is nothing to choose. */
export const knowsWifi = (): boolean => connection()?.type !== undefined;

const readWifiOnly = async () => (await readMeta<boolean>('wifiOnly')) === true;

/** Whether the agent wants photos to go over Wi-Fi alone; undefined until it was read. */
export const useWifiOnly = (): boolean | undefined => useStored(readWifiOnly, 'meta');

export async function setWifiOnly(wifiOnly: boolean): Promise<void> {
  await writeMeta('wifiOnly', wifiOnly);
  announce('meta');
}

/** Whether photos wait now: facts never do. */
export const photosMustWait = async (): Promise<boolean> =>
  connection()?.type === 'cellular' && (await readWifiOnly());

/** Calls the listener when the phone changes its network. Answers what stops it. */
export function onOtherNetwork(listener: () => void): () => void {
  const from = connection();
  from?.addEventListener('change', listener);
  return () => from?.removeEventListener('change', listener);
}
