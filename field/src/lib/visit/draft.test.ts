import { beforeEach, expect, test, vi } from 'vitest';
import { phoneAtWork, replaceLock, takePhoto, task } from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { openKey, reportUnlessLocked } from '../lock/lock.ts';
import { changeDraft, startVisit } from './draft.ts';
import { finishVisit } from './finish-visit.ts';
import { removePhoto } from './photos.ts';

beforeEach(phoneAtWork);

// Covers: field-app-22
test('starts no visit under a key that another page has replaced; this page is locked', async () => {
  await replaceLock();
  await expect(startVisit(task)).rejects.toMatchObject({ name: 'SignedOut' });
  expect(await (await database()).count('drafts')).toBe(0);
  expect(openKey).toThrow('locked');
});

test('changes no visit under a replaced key either', async () => {
  const visitId = await startVisit(task);
  const before = await (await database()).get('drafts', visitId);
  await replaceLock();
  const changing = changeDraft(visitId, (draft) => ({ ...draft, step: 'place' }));
  await expect(changing).rejects.toMatchObject({ name: 'SignedOut' });
  // `reportUnlessLocked` does not report a `SignedOut` error.
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
  await changing.catch(reportUnlessLocked);
  expect(reported).not.toHaveBeenCalled();
  expect(await (await database()).get('drafts', visitId)).toEqual(before);
  expect(openKey).toThrow('locked');
});

// Covers: field-app-21
test('reports a write as saved only when it is on disk, so that a power loss takes nothing back', async () => {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const visitId = await startVisit(task);
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  const { sha256 } = await takePhoto(visitId);
  await removePhoto(visitId, sha256);
  await takePhoto(visitId);
  await finishVisit(visitId);
  const writing = transaction.mock.calls.filter(
    ([stores, mode]) => mode === 'readwrite' && [stores].flat().includes('drafts'),
  );
  // The writes are the start, an answer, two photos, one deletion and the end.
  expect(writing.map(([, , options]) => options?.durability)).toEqual(Array(6).fill('strict'));
});
