import { expect, onTestFinished, test, vi } from 'vitest';
import { dropDraft, readDraft, saveDraft } from './report-draft.ts';

const draft = { values: { remarks: 'Met at home' }, removed: [] };

test('a draft is kept, read and dropped', () => {
  expect(saveDraft('501', 'office', draft)).toBe(true);
  expect(readDraft('501', 'office')).toMatchObject(draft);
  dropDraft('501', 'office');
  expect(readDraft('501', 'office')).toBeUndefined();
});

// Covers: fault-27
test('a browser whose storage is full or blocked keeps no draft and says so; nothing breaks', () => {
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    const blocked = vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    onTestFinished(() => blocked.mockRestore());
  }
  expect(saveDraft('501', 'office', draft)).toBe(false);
  expect(readDraft('501', 'office')).toBeUndefined();
  expect(() => dropDraft('501', 'office')).not.toThrow();
});
