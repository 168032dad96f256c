import { expect, onTestFinished, test, vi } from 'vitest';
import { draftKey, dropDraft, dropOldDrafts, readDraft, saveDraft } from './report-draft.ts';

const draft = { values: { remarks: 'Met at home' }, removed: [] };
const key = draftKey(1, '501', 'office');

test('a draft is kept, read and dropped', () => {
  expect(saveDraft(key, draft)).toBe(true);
  expect(readDraft(key)).toMatchObject(draft);
  dropDraft(key);
  expect(readDraft(key)).toBeUndefined();
});

// Covers: threat-20
test('drafts that nobody has gone on with for thirty days are dropped, and nothing else', () => {
  const old = JSON.stringify({ ...draft, savedAt: Date.now() - 31 * 24 * 3_600_000 });
  const [other, theirs, fresh] = [
    draftKey(1, '502', 'office'),
    draftKey(2, '503', 'residence'),
    draftKey(2, '504', 'residence'),
  ];
  for (const at of [key, other, theirs]) localStorage.setItem(at, old);
  saveDraft(fresh, draft);
  localStorage.setItem('user', 'x');
  dropOldDrafts(key);
  expect(Object.keys(localStorage).sort()).toEqual([key, fresh, 'user'].sort());
});

// Covers: fault-27
test('a browser whose storage is full or blocked keeps no draft and says so; nothing breaks', () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    const blocked = vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    onTestFinished(() => blocked.mockRestore());
  }
  expect(saveDraft(key, draft)).toBe(false);
  expect(readDraft(key)).toBeUndefined();
  expect(() => dropDraft(key)).not.toThrow();
  expect(() => dropOldDrafts(key)).not.toThrow();
});
