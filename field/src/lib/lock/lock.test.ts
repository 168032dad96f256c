import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { emptyPhone, replaceLock } from '../../testing/phone.ts';
import { database, readMeta, writeMeta } from '../db/database.ts';
import { decrypt, encrypt } from '../db/encrypted.ts';
import { changeSecret, isStillKept, lockNow, openKey, setSecret, unlock } from './lock.ts';
import { kindOfSecret } from './wrapped-key.ts';

const pin = '407192';
beforeEach(emptyPhone);

// Covers: field-app-3
test('the secret opens what was encrypted before; a wrong one doesn’t', async () => {
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
test('each guess at the secret takes 600,000 rounds', async () => {
  const derive = vi.spyOn(crypto.subtle, 'deriveKey');
  await setSecret(pin);
  lockNow();
  await unlock(pin);
  const algorithms = derive.mock.calls.map(([algorithm]) => algorithm);
  derive.mockRestore();
  const slow = { name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000 };
  expect(algorithms.length).toBeGreaterThan(1);
  for (const algorithm of algorithms) expect(algorithm).toMatchObject(slow);
});

test('no script can read the key out, neither after setting nor after opening', async () => {
  await setSecret(pin);
  await expect(crypto.subtle.exportKey('raw', openKey())).rejects.toThrow();
  lockNow();
  await unlock(pin);
  await expect(crypto.subtle.exportKey('raw', openKey())).rejects.toThrow();
  expect(JSON.stringify(await readMeta('lock'))).not.toContain(pin);
});

// Covers: field-app-3
test('after five wrong tries comes a wait, which the right secret doesn’t shorten', async () => {
  await setSecret(pin);
  const date = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  for (let tries = 0; tries < 5; tries += 1) expect(await unlock('000000')).toBe('wrong');
  expect(await unlock(pin)).toBe('wait');
  date.mockReturnValue(1_000_000 + 29_999);
  expect(await unlock(pin)).toBe('wait');
  date.mockReturnValue(1_000_000 + 30_000);
  expect(await unlock(pin)).toBe('open');
  date.mockRestore();
});

// Covers: field-app-18
test('a full phone can’t count a try, so it takes none; with room again it opens', async () => {
  await setSecret(pin);
  lockNow();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  expect(await unlock(pin)).toBe('full');
  expect(openKey).toThrow('locked');
  full.mockRestore();
  expect(await unlock(pin)).toBe('open');
});

// Covers: field-app-3, threat-39
test('ten wrong tries forget the key and what stood under it; finished visits stay', async () => {
  await setSecret(pin);
  const db = await database();
  const encrypted = await encrypt<unknown>(openKey(), {});
  await db.put('drafts', { visitId: 'a', taskId: 1, encrypted });
  await db.put('tasks', { id: 1, revision: 'a1b2c3d4', encrypted: encrypted as never });
  const bytes = await encrypt(openKey(), {});
  await db.put('photos', { visitId: 'a', sha256: '1', encrypted: bytes as never });
  // As an app before this one left it where finishing was broken off.
  const both = { encrypted: bytes as never, forServer: new ArrayBuffer(3) };
  await db.put('photos', { visitId: 'a', sha256: '3', ...both });
  await db.put('photos', { visitId: 'b', sha256: '2', forServer: new ArrayBuffer(3) });
  await writeMeta('notices', encrypted);
  let now = 1_000_000;
  const date = vi.spyOn(Date, 'now').mockImplementation(() => now);
  for (let tries = 1; tries < 10; tries += 1) {
    expect(await unlock('000000')).toBe('wrong');
    now += 3_600_000;
  }
  expect(await unlock('000000')).toBe('forgotten');
  date.mockRestore();
  expect(await unlock(pin)).toBe('forgotten');
  expect([await db.count('drafts'), await db.count('tasks')]).toEqual([0, 0]);
  expect(await readMeta('notices')).toBeUndefined();
  expect(await db.getAllKeys('photos')).toEqual([['b', '2']]);
});

// Covers: field-app-18
test('on a phone with room for one write only the right secret opens, as often as it is given', async () => {
  await setSecret(pin);
  const { put } = IDBObjectStore.prototype;
  let writes = 0;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    writes += 1;
    if (writes > 1) throw new DOMException('Full.', 'QuotaExceededError');
    return put.apply(this, args);
  });
  onTestFinished(() => full.mockRestore());
  for (let times = 0; times < 10; times += 1) {
    lockNow();
    writes = 0;
    expect(await unlock(pin)).toBe('open');
  }
  writes = 0;
  expect(await unlock('000000')).toBe('wrong');
});

test('another secret opens the same work, the old one no more', async () => {
  await setSecret(pin);
  const hidden = await encrypt(openKey(), 'Meera Nair');
  expect(await changeSecret('000000', 'a longer phrase')).toBe('wrong');
  expect(await changeSecret(pin, 'a longer phrase')).toBe('open');
  lockNow();
  expect(await unlock(pin)).toBe('wrong');
  expect(await unlock('a longer phrase')).toBe('open');
  expect(await decrypt(openKey(), hidden)).toBe('Meera Nair');
});

// Covers: field-app-22
test('a key is known from the one that replaced it, whatever secret opens it', async () => {
  await setSecret(pin);
  const before = openKey();
  await changeSecret(pin, 'a longer phrase');
  expect(isStillKept(before, await readMeta('lock'))).toBe(true);
  await setSecret(pin);
  expect(isStillKept(before, await readMeta('lock'))).toBe(false);
  expect(isStillKept(openKey(), await readMeta('lock'))).toBe(true);
});

// Covers: field-app-22
test('a secret that is changed while another page begins anew does not undo that', async () => {
  await setSecret(pin);
  const wrap = vi.spyOn(crypto.subtle, 'wrapKey').mockImplementationOnce(async () => {
    await replaceLock();
    return new ArrayBuffer(48);
  });
  onTestFinished(() => wrap.mockRestore());
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
