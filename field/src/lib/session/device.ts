import { registerDevice } from '@doorstep/contract/visits/phone';
import { base64 } from '../base64.ts';
import { database, readMeta } from '../db/database.ts';
import { call } from './api.ts';

/** This phone: its id, and the key that signs what it recorded. Scripts can use the private half, not read it. */
export interface Device {
  id: string;
  keys: CryptoKeyPair;
  /** The agent for whom the server knows it. */
  registeredFor: number | null;
}

const signing = { name: 'ECDSA', namedCurve: 'P-256' };

/** This phone, made when it is first asked for. */
export async function readDevice(): Promise<Device> {
  const known = await readMeta<Device>('device');
  if (known) return known;
  const keys = await crypto.subtle.generateKey(signing, false, ['sign', 'verify']);
  const made: Device = { id: crypto.randomUUID(), keys, registeredFor: null };
  const trx = (await database()).transaction('meta', 'readwrite');
  // Another page may have made one meanwhile.
  const first = (await trx.store.get('device')) as Device | undefined;
  if (!first) await trx.store.put(made, 'device');
  await trx.done;
  return first ?? made;
}

/** The signature of a text's exact bytes, as base64: both halves one after the other. */
export async function sign(text: string): Promise<string> {
  const { keys } = await readDevice();
  const bytes = new TextEncoder().encode(text);
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  return base64(await crypto.subtle.sign(how, keys.privateKey, bytes));
}

/** Makes the phone known to the server, once for each agent. */
export async function registerPhone(userId: number, token: string): Promise<void> {
  const device = await readDevice();
  if (device.registeredFor === userId) return;
  const public_key = base64(await crypto.subtle.exportKey('spki', device.keys.publicKey));
  await call(registerDevice, { body: { device_id: device.id, public_key, label: label() }, token });
  await (await database()).put('meta', { ...device, registeredFor: userId }, 'device');
}

interface BrandedNavigator {
  userAgentData?: { platform: string; brands: { brand: string; version: string }[] };
}

/** How people call this phone: `Android, Google Chrome 148`. */
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
