import type { TurnaroundRule } from '@doorstep/contract/lenders';
import { today } from '../../../lib/format.ts';

export interface RuleDraft {
  key: number;
  product_type: string;
  visit_type: string;
  pin_prefix: string;
  hours: string;
  minutes: string;
  calendar_id: string;
  starts: TurnaroundRule['starts'];
  valid_from: string;
}

let keys = 0;

export const newRule = (calendars: readonly { id: number }[]): RuleDraft => ({
  key: (keys += 1),
  ...{ product_type: '', visit_type: '', pin_prefix: '', hours: '', minutes: '' },
  calendar_id: calendars.length === 1 ? String(calendars[0]?.id) : '',
  ...{ starts: 'received', valid_from: today() },
});

export function draftOf(rule: TurnaroundRule, index: number): RuleDraft {
  const { product_type, visit_type, pin_prefix, minutes, calendar_id, starts, valid_from } = rule;
  return {
    // The key comes from the position, so that after a reload, an unchanged rule equals the earlier one.
    key: -1 - index,
    product_type: product_type ?? '',
    visit_type: visit_type ?? '',
    pin_prefix: pin_prefix ?? '',
    hours: minutes < 60 ? '' : String(Math.floor(minutes / 60)),
    minutes: minutes % 60 === 0 ? '' : String(minutes % 60),
    calendar_id: String(calendar_id),
    ...{ starts, valid_from },
  };
}

/** Returns a rule as the API expects it. A text that is no number becomes NaN, which the contract rejects. */
export const ruleOf = (draft: RuleDraft): TurnaroundRule => ({
  product_type: draft.product_type.trim() || null,
  visit_type: draft.visit_type.trim() || null,
  pin_prefix: draft.pin_prefix.trim() || null,
  minutes: Number(draft.hours) * 60 + Number(draft.minutes),
  calendar_id: Number(draft.calendar_id || Number.NaN),
  ...{ starts: draft.starts, valid_from: draft.valid_from },
});

export const ruleErrors = {
  minutes: 'Enter 1 minute to 500 hours.',
  calendar_id: 'Choose a calendar.',
  valid_from: 'Choose a day.',
  pin_prefix: 'Enter the first 1 to 6 digits.',
};
