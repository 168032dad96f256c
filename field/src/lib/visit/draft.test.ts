import { beforeEach, expect, test } from 'vitest';
import { phoneAtWork, replaceLock, task } from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { openKey } from '../lock/lock.ts';
import { changeDraft, startVisit } from './draft.ts';

beforeEach(async () => {
  await phoneAtWork();
});

// Covers: field-app-22
test('no visit is begun under a key that another page has replaced; this page is locked', async () => {
  await replaceLock();
  await expect(startVisit(task)).rejects.toMatchObject({ name: 'SignedOut' });
  expect(await (await database()).count('drafts')).toBe(0);
  expect(openKey).toThrow('locked');
});

test('no visit is changed under such a key either', async () => {
  const visitId = await startVisit(task);
  const before = await (await database()).get('drafts', visitId);
  await replaceLock();
  const changing = changeDraft(visitId, (draft) => ({ ...draft, step: 'place' }));
  await expect(changing).rejects.toMatchObject({ name: 'SignedOut' });
  expect(await (await database()).get('drafts', visitId)).toEqual(before);
  expect(openKey).toThrow('locked');
});
