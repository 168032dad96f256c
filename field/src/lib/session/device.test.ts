import { answer } from '@doorstep/contract/testing/backend';
import { registerDevice } from '@doorstep/contract/visits/phone';
import { expect, test } from 'vitest';
import { agent, emptyPhone, isSigned } from '../../testing/phone.ts';
import { replacePut } from '../../testing/troubles.ts';
import { database, readMeta } from '../db/database.ts';
import { readDevice, registerPhone, sign } from './device.ts';

/** Simulates WebKit in Lockdown Mode and in private windows, which can't store keys. */
const storeNoKeys = () =>
  replacePut((_, value) => {
    if ('keys' in value) throw new DOMException('Not cloned.', 'DataCloneError');
  });

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
  expect(await isSigned('a visit', await sign('a visit'))).toBe(true);
  const { id } = await readDevice();
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
