import type { Mapping } from '@doorstep/contract/bulk-upload/mappings';
import type { TurnaroundRule } from '@doorstep/contract/lenders';
import lenders from './lenders.json' with { type: 'json' };

interface DemoLender {
  name: string;
  portfolio: string;
  /** The name of a file in `report-layouts/`. */
  layout: string;
  mapping: Pick<Mapping, 'name' | 'headings' | 'fields' | 'second'>;
  rules: Pick<TurnaroundRule, 'minutes' | 'starts' | 'visit_type' | 'pin_prefix'>[];
}

export const demoLenders = lenders as readonly DemoLender[];

/**
 * The turnaround rules begin this many working days before the load of the demo. Applicants received before
 * the rules' first day have no due time.
 */
export const rulesBegan = 5.5;

/**
 * The indexes of two active agents who work in Salt Lake. One is on leave and the other does fewer tasks a
 * day, so *Share out* leaves some applicants of Salt Lake unassigned.
 */
export const agentOnLeave = 4;
export const agentOfHalfDays = { agent: 14, tasksPerDay: 8 };
