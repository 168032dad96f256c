import webPush, { type VapidKeys } from 'web-push';
import { getOrCreateSecret, type SecretStore } from '../../../domain/secrets/stored-secret.ts';

/** Returns the keys by which push services recognise this installation. Makes the keys at the first call. */
export async function readPushKeys(store: SecretStore): Promise<VapidKeys> {
  const stored = { name: 'push', purpose: 'keys of push messages' };
  const make = () => JSON.stringify(webPush.generateVAPIDKeys());
  return JSON.parse(await getOrCreateSecret(store, stored, make)) as VapidKeys;
}
