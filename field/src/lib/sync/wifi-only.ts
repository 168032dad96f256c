import { announce } from '../db/announce.ts';
import { readMeta, writeMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';

/** The Network Information API. On phones, only browsers based on Chromium report the type of the network. */
interface Connection extends EventTarget {
  type?: string;
}
const connection = () => (navigator as { connection?: Connection }).connection;

/** Whether this phone can distinguish Wi-Fi from a mobile network. If not, the setting is not shown. */
export const knowsWifi = (): boolean => connection()?.type !== undefined;

const readWifiOnly = async () => (await readMeta<boolean>('wifiOnly')) === true;

export const useWifiOnly = (): boolean | undefined => useStored(readWifiOnly, 'meta');

export async function setWifiOnly(wifiOnly: boolean): Promise<void> {
  await writeMeta('wifiOnly', wifiOnly);
  announce('meta');
}

/** Whether photos must wait for Wi-Fi now. The answers and the signature of a visit never wait. */
export const photosMustWait = async (): Promise<boolean> =>
  connection()?.type === 'cellular' && (await readWifiOnly());

export function onOtherNetwork(listener: () => void): () => void {
  const from = connection();
  from?.addEventListener('change', listener);
  return () => from?.removeEventListener('change', listener);
}
