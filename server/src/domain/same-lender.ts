import { sql } from 'kysely';

/**
 * SQL for the lender of the applicant with this alias; null if there is none. The lender of the applied rule
 * comes first, because a portfolio may move to another lender.
 */
const lenderOf = (applicant: string) => sql<number | null>`coalesce(
  (select r.lender_id from turnaround_rules r where r.id = ${sql.ref(`${applicant}.rule_id`)}),
  (select p.lender_id from lender_portfolios p where p.portfolio_name = ${sql.ref(`${applicant}.portfolio_name`)}))`;

/** Each portfolio without a lender counts as a separate lender. */
export const haveSameLender = (one: string, other: string) => sql<boolean>`coalesce(
  ${lenderOf(one)} = ${lenderOf(other)}, ${sql.ref(`${one}.portfolio_name`)} = ${sql.ref(`${other}.portfolio_name`)})`;
