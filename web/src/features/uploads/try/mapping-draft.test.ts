import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { expect, test } from 'vitest';
import { mapHeading, setConstant, targetsOf } from './mapping-draft.ts';

const draft: MappingContent = {
  fields: { application_id: { headings: ['LOS No'] }, address: { headings: ['Line 1', 'Line 2'] } },
  second: { address: { headings: ['Shop'] } },
};

// Covers: try-page-1
test('moves a column to another field, and joins the columns that fill it', () => {
  const moved = mapHeading(draft, 'Line 2', { point: 2, field: 'address' });
  expect(moved).toEqual({
    fields: { application_id: { headings: ['LOS No'] }, address: { headings: ['Line 1'] } },
    second: { address: { headings: ['Shop', 'Line 2'] } },
  });
  expect(targetsOf(moved, 'Line 2')).toEqual([{ point: 2, field: 'address' }]);
});

// Covers: try-page-1
test('leaves a field without its last column empty, and replaces a text by a column', () => {
  expect(mapHeading(draft, 'LOS No', undefined).fields).toEqual({
    address: { headings: ['Line 1', 'Line 2'] },
  });
  const visit = { point: 2, field: 'visit_type' } as const;
  const constant = setConstant(draft, visit, 'BV');
  expect(constant.second).toMatchObject({ visit_type: { constant: 'BV' } });
  expect(mapHeading(constant, 'Type', visit).second).toMatchObject({
    visit_type: { headings: ['Type'] },
  });
  expect(setConstant(constant, visit, '').second).toEqual(draft.second);
});
