import type { TurnaroundRule } from '@doorstep/contract/lenders';
import { expect, test } from 'vitest';
import { today } from '../../../lib/format.ts';
import { draftOf, newRule, ruleOf } from './rule-draft.ts';

const rule: TurnaroundRule = {
  ...{ product_type: 'Home Loan', visit_type: 'OFFICE', pin_prefix: '411', minutes: 1_470 },
  ...{ calendar_id: 7, starts: 'opening', valid_from: '2026-01-01' },
};

test.each([
  [{}, '24', '30'],
  [{ product_type: null, visit_type: null, pin_prefix: null, minutes: 60 }, '1', ''],
  [{ minutes: 59 }, '', '59'],
])('a rule stays the same through its form: %o', (fields, hours, minutes) => {
  const draft = draftOf({ ...rule, ...fields }, 2);
  expect(draft).toMatchObject({ key: -3, hours, minutes });
  expect(ruleOf(draft)).toEqual({ ...rule, ...fields });
});

test('trims the typed texts, and chooses no calendar for the user if there are several', () => {
  const draft = { ...newRule([{ id: 7 }]), product_type: ' ', visit_type: ' OFFICE ', hours: 'x' };
  expect(ruleOf(draft)).toEqual({
    ...{ product_type: null, visit_type: 'OFFICE', pin_prefix: null, minutes: Number.NaN },
    ...{ calendar_id: 7, starts: 'received', valid_from: today() },
  });
  expect(ruleOf(newRule([{ id: 7 }, { id: 8 }])).calendar_id).toBeNaN();
});
