import { deleteDB, openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { emptyPhone, readable } from '../../testing/phone.ts';
import { database, type FieldDatabase, readMeta, writeMeta } from './database.ts';
import { decrypt, encrypt } from './encrypted.ts';

beforeEach(emptyPhone);

/**
 * Simulates that the browser closes a connection: closes it, and sends the event that the browser would send.
 */
function close(db: FieldDatabase): void {
  db.close();
  (db as unknown as EventTarget).dispatchEvent(new Event('close'));
}

// Covers: field-app-4
test('reopens a database that the system closed', async () => {
  await writeMeta('a', 1);
  const before = await database();
  close(before);
  expect(await readMeta('a')).toBe(1);
});

// Covers: field-app-4
test('does not block a newer version of the app, which finds all stored data', async () => {
  const db = await database();
  await db.put('photos', { visitId: 'a', sha256: '1', forServer: new ArrayBuffer(3) });
  const names = [...db.objectStoreNames];
  const newer = await openDB('doorstep-field', db.version + 1, {
    upgrade: (next) => void next.createObjectStore('later'),
  });
  expect([...newer.objectStoreNames]).toEqual([...names, 'later'].sort());
  expect(await newer.count('photos')).toBe(1);
  newer.close();
  await deleteDB('doorstep-field');
});

// Covers: field-app-21
test('begins a new log at each opening, so that no half-written record precedes it', async () => {
  const deleted = vi.spyOn(IDBFactory.prototype, 'deleteDatabase');
  close(await database());
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await database();
  const [begin] = timers.mock.calls.find(([, delay]) => delay === 1_000) ?? [];
  const earlier = deleted.mock.calls.length;
  (begin as () => void)();
  await expect.poll(() => deleted.mock.calls.length).toBeGreaterThan(earlier);
  expect(deleted.mock.lastCall).toEqual(['doorstep-field-log']);
});

// Covers: field-app-24
test.each([
  ['total', true],
  ['none', false],
])(
  'records data loss when the database is created again: event says “%s”, recorded %s',
  async (loss, isNoted) => {
    const said = vi.spyOn(IDBVersionChangeEvent.prototype, 'dataLoss' as never, 'get');
    said.mockReturnValue(loss as never);
    await database();
    // The connection closes itself when the database is deleted.
    await deleteDB('doorstep-field');
    expect((await readMeta('lostAt')) !== undefined).toBe(isNoted);
  },
);

test('reveals nothing of encrypted values, and decrypts them with their key only', async () => {
  const make = () =>
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const [key, other] = await Promise.all([make(), make()]);
  const hidden = await encrypt(key, { name: 'Meera Nair' });
  expect(readable(hidden.bytes)).not.toContain('Meera');
  expect(await decrypt(key, hidden)).toEqual({ name: 'Meera Nair' });
  await expect(decrypt(other, hidden)).rejects.toThrow();
});
