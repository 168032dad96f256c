import { applicantStatuses } from '@doorstep/contract/applicants/status';
import type { DueFilter } from '@doorstep/contract/clock';
import { visitOutcomes } from '@doorstep/contract/visits/outcomes';
import type { ListSort } from '@doorstep/contract/wire/list-filters';
import { param, searchOf } from './search-params.ts';

const both = {
  lender: param.id,
  agent: param.id,
  due: param.choice(['late', 'today', '2h', 'paused', 'question'] satisfies DueFilter[]),
  pin: param.pin,
  from: param.day,
  to: param.day,
  portfolio_name: param.search,
  sort: param.choice(['created', 'due'] satisfies ListSort[]),
};

export const applicantFilterParams = {
  ...both,
  status: param.choice(applicantStatuses),
  /**
   * The id of the upload that the applicants came with. Is not called `upload`, because the parameter
   * `upload` opens the upload dialog.
   */
  file: param.id,
};
export const verificationFilterParams = { ...both, outcome: param.choice(visitOutcomes) };

const read = searchOf({ ...applicantFilterParams, ...verificationFilterParams });
export type ListFilters = Partial<ReturnType<typeof read>>;

export const isFiltered = ({ sort: _, ...filters }: ListFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);
