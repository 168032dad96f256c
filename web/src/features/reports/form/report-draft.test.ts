import { expect, onTestFinished, test, vi } from 'vitest';
import { draftKey, dropDraft, dropOldDrafts, readDraft, saveDraft } from './report-draft.ts';

const draft = { values: { remarks: 'Met at home' }, removed: [] };
const key = draftKey(1, '501', 'office');

test('saves, reads and deletes a draft', () => {
  expect(saveDraft(key, draft)).toBe(true);
  expect(readDraft(key)).toMatchObject(draft);
  dropDraft(key);
  expect(readDraft(key)).toBeUndefined();
});

// Covers: threat-20
test('deletes only drafts that were not continued for thirty days', () => {
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
test('says that a browser with full or blocked storage saves no draft, and does not fail', () => {
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
