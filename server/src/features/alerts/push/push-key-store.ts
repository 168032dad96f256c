import webPush, { type VapidKeys } from 'web-push';
import { getOrCreateSecret, type SecretStore } from '../../../domain/secrets/stored-secret.ts';

export async function readPushKeys(store: SecretStore): Promise<VapidKeys> {
  const stored = { name: 'push', purpose: 'keys of push messages' };
  const make = () => JSON.stringify(webPush.generateVAPIDKeys());
  return JSON.parse(await getOrCreateSecret(store, stored, make)) as VapidKeys;
}
