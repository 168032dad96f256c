import { beforeEach, expect, test, vi } from 'vitest';
import { emptyPhone, pin, replaceLock } from '../../testing/phone.ts';
import { endTroubles, leaveRoomFor, simulateFullPhone } from '../../testing/troubles.ts';
import { database, readMeta, writeMeta } from '../db/database.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import {
  changeSecret,
  isCurrentKey,
  lockNow,
  openKey,
  setSecret,
  unlock,
  whileOpen,
} from './lock.ts';
import { kindOfSecret } from './wrapped-key.ts';

beforeEach(emptyPhone);

// Covers: field-app-3
test('decrypts older data with the right secret, and rejects a wrong one', async () => {
  await setSecret(pin);
  const hidden = await encrypt(openKey(), 'Meera Nair');
  lockNow();
  expect(openKey).toThrow('locked');
  expect(await unlock('407193')).toBe('wrong');
  expect(openKey).toThrow('locked');
  expect(await unlock(pin)).toBe('open');
  expect(await decrypt(openKey(), hidden)).toBe('Meera Nair');
});

// Covers: threat-39
test('makes each guess at the secret take 600,000 rounds', async () => {
  const derive = vi.spyOn(crypto.subtle, 'deriveKey');
  await setSecret(pin);
  lockNow();
  await unlock(pin);
  const algorithms = derive.mock.calls.map(([algorithm]) => algorithm);
  const slow = { name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000 };
  expect(algorithms.length).toBeGreaterThan(1);
  for (const algorithm of algorithms) expect(algorithm).toMatchObject(slow);
});

test('hides the key from scripts, after setting and after opening', async () => {
  await setSecret(pin);
  await expect(crypto.subtle.exportKey('raw', openKey())).rejects.toThrow();
  lockNow();
  await unlock(pin);
  await expect(crypto.subtle.exportKey('raw', openKey())).rejects.toThrow();
  expect(JSON.stringify(await readMeta('lock'))).not.toContain(pin);
});

// Covers: field-app-3
test('requires a wait after five failed unlocks, even for the right secret', async () => {
  await setSecret(pin);
  const date = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  for (let tries = 0; tries < 5; tries += 1) expect(await unlock('000000')).toBe('wrong');
  expect(await unlock(pin)).toBe('wait');
  date.mockReturnValue(1_000_000 + 29_999);
  expect(await unlock(pin)).toBe('wait');
  date.mockReturnValue(1_000_000 + 30_000);
  expect(await unlock(pin)).toBe('open');
});

// Covers: field-app-18
test("rejects an unlock that a full phone can't count, and opens once there is space", async () => {
  await setSecret(pin);
  lockNow();
  simulateFullPhone();
  expect(await unlock(pin)).toBe('full');
  expect(openKey).toThrow('locked');
  endTroubles();
  expect(await unlock(pin)).toBe('open');
});

// Covers: field-app-3, threat-39
test('deletes the key and its data after ten failed unlocks; finished visits stay', async () => {
  await setSecret(pin);
  const db = await database();
  const encrypted = await encrypt<unknown>(openKey(), {});
  await db.put('drafts', { visitId: 'a', taskId: 1, encrypted });
  await db.put('tasks', { id: 1, revision: 'a1b2c3d4', encrypted: encrypted as never });
  const bytes = await encrypt(openKey(), {});
  await db.put('photos', { visitId: 'a', sha256: '1', encrypted: bytes as never });
  // An earlier version of the app could leave two copies of a photo, one encrypted with the phone's key and
  // one encrypted to the server, if it was interrupted while it finished a visit.
  const both = { encrypted: bytes as never, forServer: new ArrayBuffer(3) };
  await db.put('photos', { visitId: 'a', sha256: '3', ...both });
  await db.put('photos', { visitId: 'b', sha256: '2', forServer: new ArrayBuffer(3) });
  await writeMeta('notices', encrypted);
  let now = 1_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now);
  for (let tries = 1; tries < 10; tries += 1) {
    expect(await unlock('000000')).toBe('wrong');
    now += 3_600_000;
  }
  expect(await unlock('000000')).toBe('forgotten');
  expect(await unlock(pin)).toBe('forgotten');
  expect([await db.count('drafts'), await db.count('tasks')]).toEqual([0, 0]);
  expect(await readMeta('notices')).toBeUndefined();
  expect(await db.getAllKeys('photos')).toEqual([['b', '2']]);
});

// Covers: field-app-18
test('opens with the right secret any number of times on a phone with room for one write', async () => {
  await setSecret(pin);
  for (let times = 0; times < 10; times += 1) {
    lockNow();
    leaveRoomFor(1);
    expect(await unlock(pin)).toBe('open');
    endTroubles();
  }
  leaveRoomFor(1);
  expect(await unlock('000000')).toBe('wrong');
});

test('opens the same work with a changed secret, and no longer with the old one', async () => {
  await setSecret(pin);
  const hidden = await encrypt(openKey(), 'Meera Nair');
  expect(await changeSecret('000000', 'a longer phrase')).toBe('wrong');
  expect(await changeSecret(pin, 'a longer phrase')).toBe('open');
  lockNow();
  expect(await unlock(pin)).toBe('wrong');
  expect(await unlock('a longer phrase')).toBe('open');
  expect(await decrypt(openKey(), hidden)).toBe('Meera Nair');
});

test('starts background work once until the app is locked, even if the secret changes', async () => {
  const events: string[] = [];
  whileOpen(() => {
    events.push('start');
    return () => void events.push('stop');
  });
  expect(events).toEqual([]);
  await setSecret(pin);
  await changeSecret(pin, 'a longer phrase');
  expect(events).toEqual(['start']);
  lockNow();
  await unlock('a longer phrase');
  expect(events).toEqual(['start', 'stop', 'start']);
});

// Covers: field-app-22
test('distinguishes a key from the one that replaced it, whatever secret opens it', async () => {
  await setSecret(pin);
  const before = openKey();
  await changeSecret(pin, 'a longer phrase');
  expect(isCurrentKey(before, await readMeta('lock'))).toBe(true);
  await setSecret(pin);
  expect(isCurrentKey(before, await readMeta('lock'))).toBe(false);
  expect(isCurrentKey(openKey(), await readMeta('lock'))).toBe(true);
});

// Covers: field-app-22
test('does not undo a reset on another page when the secret changes', async () => {
  await setSecret(pin);
  vi.spyOn(crypto.subtle, 'wrapKey').mockImplementationOnce(async () => {
    await replaceLock();
    return new ArrayBuffer(48);
  });
  expect(await changeSecret(pin, 'a longer phrase')).toBe('forgotten');
  expect(await readMeta('lock')).toMatchObject({ keyId: 'another', kind: 'pin' });
  expect(openKey).toThrow('locked');
});

test.each([
  ['407192', 'pin'],
  ['correct horse', 'passphrase'],
  ['123456', undefined],
  ['987654', undefined],
  ['111111', undefined],
  ['40719', undefined],
  ['4071928', undefined],
  ['short', undefined],
])('%s as a secret: %s', (secret, kind) => {
  expect(kindOfSecret(secret)).toBe(kind);
});
