import { sql } from 'kysely';

/**
 * Returns SQL for the rows of `applicant_sums` that add up to a range of days. These are the rows of whole
 * months, and of the single days before and after the months.
 */
export const sumsOfDays = ({ first, last }: { first: string; last: string }) => sql`
  select sums.* from (
    select ${first}::date as first_day, ${last}::date + 1 as end_day,
      date_trunc('month', ${first}::timestamp + interval '1 month' - interval '1 day')::date as first_month,
      date_trunc('month', ${last}::timestamp + interval '1 day')::date as end_month
  ) as range, lateral (
    select * from applicant_sums where span = 'month' and start >= first_month and start < end_month
    union all
    select * from applicant_sums where span = 'day' and start >= first_day
      and start < case when first_month < end_month then first_month else end_day end
    union all
    select * from applicant_sums where span = 'day' and start < end_day
      and start >= case when first_month < end_month then end_month else end_day end
  ) as sums`;
