import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import type { TurnaroundRule } from '@doorstep/contract/lenders';
import lenders from './lenders.json' with { type: 'json' };

interface DemoLender {
  name: string;
  portfolio: string;
  /** The file of its report layout. */
  layout: string;
  /** How the columns of its files become ours. */
  mapping: Pick<Mapping, 'name' | 'headings' | 'fields' | 'second'>;
  rules: Pick<TurnaroundRule, 'minutes' | 'starts' | 'visit_type' | 'pin_prefix'>[];
}

/**
 * The lenders of two portfolios. Some of their open applicants are late, some due within two hours, some in
 * time.
 */
export const demoLenders = lenders as readonly DemoLender[];

/** Working days between the start of the rules and the load: earlier applicants have no due time. */
export const rulesBegan = 5.5;

/**
 * Active agents by their index in the list. Both work in Salt Lake, so that *Share out* leaves some of its
 * applicants.
 */
export const agentOnLeave = 4;
export const agentOfHalfDays = { agent: 14, tasksPerDay: 8 };
