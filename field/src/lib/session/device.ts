import { registerDevice } from '@doorstep/contract/visits/phone';
import { base64 } from '../base64.ts';
import { database, readMeta } from '../db/database.ts';
import { useStored } from '../db/use-stored.ts';
import { call } from './api.ts';

/**
 * This phone's id, and the key pair that signs its records. Scripts can use the private key but can't read
 * it, except in the cases that {@link StoredDevice} names.
 */
export interface Device {
  id: string;
  keys: CryptoKeyPair;
  /** The id of the agent for whom the server has registered this phone. */
  registeredFor: number | null;
}

/**
 * WebKit (Safari, and every browser on an iPhone) can't store a CryptoKey in Lockdown Mode or in a private
 * window. In both cases, the keys are stored as JSON, which scripts could read.
 */
interface StoredDevice extends Pick<Device, 'id' | 'registeredFor'> {
  keys?: CryptoKeyPair;
  readableKeys?: { privateKey: JsonWebKey; publicKey: JsonWebKey };
}

const signing = { name: 'ECDSA', namedCurve: 'P-256' };

export async function readDevice(): Promise<Device> {
  const known = await readMeta<StoredDevice>('device');
  if (known) return deviceOf(known);
  const id = crypto.randomUUID();
  const keys = await crypto.subtle.generateKey(signing, false, ['sign', 'verify']);
  try {
    return await deviceOf(await storeFirst({ id, keys, registeredFor: null }));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'DataCloneError')) throw error;
    const readableKeys = await makeReadableKeys();
    return deviceOf(await storeFirst({ id, readableKeys, registeredFor: null }));
  }
}

/** If another page has stored a record at the same time, returns that record and stores nothing. */
async function storeFirst(made: StoredDevice): Promise<StoredDevice> {
  const trx = (await database()).transaction('meta', 'readwrite');
  const first = (await trx.store.get('device')) as StoredDevice | undefined;
  if (!first) await trx.store.put(made, 'device');
  await trx.done;
  return first ?? made;
}

async function makeReadableKeys() {
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify']);
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.exportKey('jwk', keys.privateKey),
    crypto.subtle.exportKey('jwk', keys.publicKey),
  ]);
  return { privateKey, publicKey };
}

async function deviceOf({ id, registeredFor, keys, readableKeys }: StoredDevice): Promise<Device> {
  if (keys) return { id, registeredFor, keys };
  if (!readableKeys) throw new Error('This phone has lost its key.');
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', readableKeys.privateKey, signing, false, ['sign']),
    crypto.subtle.importKey('jwk', readableKeys.publicKey, signing, true, ['verify']),
  ]);
  return { id, registeredFor, keys: { privateKey, publicKey } };
}

const readHasReadableKey = async () =>
  (await readMeta<StoredDevice>('device'))?.readableKeys !== undefined;

/** Whether scripts can read this phone's private key. */
export const useHasReadableKey = (): boolean | undefined => useStored(readHasReadableKey, 'meta');

/** Returns the ECDSA signature of a text's exact bytes, as base64 of r and s. */
export async function sign(text: string): Promise<string> {
  const { keys } = await readDevice();
  const bytes = new TextEncoder().encode(text);
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  return base64(await crypto.subtle.sign(how, keys.privateKey, bytes));
}

export async function registerPhone(userId: number, token: string): Promise<void> {
  const device = await readDevice();
  if (device.registeredFor === userId) return;
  const public_key = base64(await crypto.subtle.exportKey('spki', device.keys.publicKey));
  await call(registerDevice, { body: { device_id: device.id, public_key, label: label() }, token });
  const trx = (await database()).transaction('meta', 'readwrite');
  const stored = (await trx.store.get('device')) as StoredDevice | undefined;
  // Skips the write if the agent signed out during the request, because a sign-out deletes the id.
  if (stored?.id === device.id) await trx.store.put({ ...stored, registeredFor: userId }, 'device');
  await trx.done;
}

interface BrandedNavigator {
  userAgentData?: { platform: string; brands: { brand: string; version: string }[] };
}

/** Returns a name by which users can recognise this phone, such as `Android, Google Chrome 148`. */
function label(): string {
  const { userAgentData } = navigator as BrandedNavigator;
  const brand = userAgentData?.brands.find(
    ({ brand: name }) => !/not.?a.?brand|chromium/i.test(name),
  );
  if (userAgentData && brand) return `${userAgentData.platform}, ${brand.brand} ${brand.version}`;
  const system = /Android [\d.]+|iPhone OS [\d_]+|iPad|Mac OS X|Windows|Linux/.exec(
    navigator.userAgent,
  );
  return system?.[0].replaceAll('_', '.') ?? 'Phone';
}
