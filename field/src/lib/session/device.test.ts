import { answer } from '@doorstep/contract/testing/backend';
import { registerDevice } from '@doorstep/contract/visits/phone';
import { expect, onTestFinished, test, vi } from 'vitest';
import { agent, emptyPhone } from '../../testing/phone.ts';
import { database, readMeta } from '../db/database.ts';
import { readDevice, registerPhone, sign } from './device.ts';

/** Simulates WebKit in Lockdown Mode and in private windows, which can't store keys. */
function storeNoKeys(): void {
  const { put } = IDBObjectStore.prototype;
  const refuse = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (Object(args[0]).keys) throw new DOMException('Not cloned.', 'DataCloneError');
    return put.apply(this, args);
  });
  onTestFinished(() => refuse.mockRestore());
}

// Covers: field-app-9
test.each([
  ['hidden where the browser stores keys', () => {}, false],
  ['readable where it does not', storeNoKeys, true],
])('the phone’s key is %s, and its signatures are this phone’s', async (_, prepare, isReadable) => {
  await emptyPhone();
  prepare();
  const known: unknown[] = [];
  answer(registerDevice, ({ body }) => {
    known.push(body);
    return { success: true, message: '' };
  });
  const signature = Uint8Array.from(atob(await sign('a visit')), (sign) => sign.charCodeAt(0));
  const { id, keys } = await readDevice();
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  const text = new TextEncoder().encode('a visit');
  expect(await crypto.subtle.verify(how, keys.publicKey, signature, text)).toBe(true);
  await registerPhone(agent.id, 'access-1');
  await registerPhone(agent.id, 'access-1');
  expect(known).toMatchObject([{ device_id: id }]);
  expect((await readDevice()).id).toBe(id);
  expect(Object(await readMeta('device')).readableKeys !== undefined).toBe(isReadable);
});

test('leaves no id behind if the agent signs out while the phone registers', async () => {
  await emptyPhone();
  answer(registerDevice, async () => {
    await (await database()).delete('meta', 'device');
    return { success: true, message: '' };
  });
  await registerPhone(agent.id, 'access-1');
  expect(await readMeta('device')).toBeUndefined();
});
