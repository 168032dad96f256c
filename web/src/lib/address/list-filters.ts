import { applicantStatuses } from '@doorstep/contract/applicants/status';
import type { DueFilter } from '@doorstep/contract/clock';
import { visitOutcomes } from '@doorstep/contract/visits/outcomes';
import type { ListSort } from '@doorstep/contract/wire/list-filters';
import { param, searchOf } from './search-params.ts';

/** What narrows and sorts both lists, as an address names it and a backend is asked for it. */
const both = {
  lender: param.id,
  agent: param.id,
  due: param.choice(['late', 'today', '2h'] satisfies DueFilter[]),
  pin: param.pin,
  from: param.day,
  to: param.day,
  portfolio_name: param.search,
  sort: param.choice(['created', 'due'] satisfies ListSort[]),
};

export const applicantFilterParams = {
  ...both,
  status: param.choice(applicantStatuses),
  /** The upload that they came with: in this address, `upload` opens the dialog. */
  file: param.id,
};
export const verificationFilterParams = { ...both, outcome: param.choice(visitOutcomes) };

const read = searchOf({ ...applicantFilterParams, ...verificationFilterParams });
export type ListFilters = Partial<ReturnType<typeof read>>;

/** Whether a filter is set; an order finds all. */
export const isFiltered = ({ sort: _, ...filters }: ListFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);
