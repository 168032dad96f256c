import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { expect, test } from 'vitest';
import { isFull, mapHeading, proposedName, setConstant, targetsOf } from './mapping-draft.ts';

const draft: MappingContent = {
  fields: { application_id: { headings: ['LOS No'] }, address: { headings: ['Line 1', 'Line 2'] } },
  second: { address: { headings: ['Shop'] } },
};

const columns = ['LOS No', 'Line 1', 'Line 2', 'Shop', 'Type'];

// Covers: try-page-1
test('moves a column to another field, and joins the columns that fill it', () => {
  const moved = mapHeading(draft, 'Line 2', { point: 2, field: 'address' }, columns);
  expect(moved).toEqual({
    fields: { application_id: { headings: ['LOS No'] }, address: { headings: ['Line 1'] } },
    second: { address: { headings: ['Shop', 'Line 2'] } },
  });
  expect(targetsOf(moved, 'Line 2')).toEqual([{ point: 2, field: 'address' }]);
});

// Covers: try-page-1
test('leaves a field without its last column empty, and replaces a text by a column', () => {
  expect(mapHeading(draft, 'LOS No', undefined, columns).fields).toEqual({
    address: { headings: ['Line 1', 'Line 2'] },
  });
  const visit = { point: 2, field: 'visit_type' } as const;
  const constant = setConstant(draft, visit, 'BV');
  expect(constant.second).toMatchObject({ visit_type: { constant: 'BV' } });
  expect(mapHeading(constant, 'Type', visit, columns).second).toMatchObject({
    visit_type: { headings: ['Type'] },
  });
  expect(setConstant(constant, visit, '').second).toEqual(draft.second);
});

// Covers: try-page-1
test('replaces columns that the file lacks, and joins five at most', () => {
  const target = { point: 1, field: 'address' } as const;
  const old = { fields: { address: { headings: ['A', 'B', 'C', 'D', 'E'] } }, second: null };
  expect(isFull(old, target, ['A', 'B', 'C', 'D', 'E', 'F'])).toBe(true);
  expect(isFull(old, target, ['E', 'F'])).toBe(false);
  expect(mapHeading(old, 'F', target, ['E', 'F']).fields).toEqual({
    address: { headings: ['E', 'F'] },
  });
});

// Covers: try-page-3
test('proposes the name of the mapping for such files, not that of another', () => {
  const daily = { name: 'Daily file', headings: ['LOS No', 'Line 1', 'Line 2', 'Shop'] };
  const usual = { name: 'Usual file', headings: ['Key'] };
  expect(proposedName(columns, [usual, daily])).toBe('Daily file');
  expect(proposedName(['Agreement', 'Line 1'], [usual, daily])).toBe('Usual file 2');
  expect(proposedName(['Agreement'], [daily])).toBe('Usual file');
});
