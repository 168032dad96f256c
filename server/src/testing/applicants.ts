import { randomUUID } from 'node:crypto';
import type { Applicant } from '@doorstep/contract/applicants';
import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../db/schema.ts';
import { queryOf } from './filters.ts';
import type { addApplicant, Visitor } from './test-app.ts';

type Values = Parameters<typeof addApplicant>[1];

/** Adds applicants with one statement and returns their ids. `valuesOf` gets the number of the applicant, from 1. */
export async function addApplicants(
  db: Kysely<Database>,
  count: number,
  valuesOf: (n: number) => Values = () => ({}),
): Promise<number[]> {
  const prefix = randomUUID();
  const applicants = Array.from({ length: count }, (_, index) => {
    const values = valuesOf(index + 1);
    return {
      application_id: `${prefix}${index + 1}`,
      applicant_name: `Name ${index + 1}`,
      ...{ applicant_type: 'Applicant', visit_type: 'OFFICE', portfolio_name: 'Many' },
      ...{ mobile_number: '9820098200', pin_code: '400001', address: '1 Test Road' },
      status: values?.assigned_agent_id === undefined ? 'pending' : 'assigned',
      ...values,
    };
  });
  const { rows } = await sql<{ id: number }>`
    insert into applicants (application_id, applicant_name, applicant_type, portfolio_name, visit_type,
      mobile_number, pin_code, address, status, assigned_agent_id)
    select application_id, applicant_name, applicant_type, portfolio_name, visit_type,
      mobile_number, pin_code, address, status, assigned_agent_id
    from jsonb_populate_recordset(null::applicants, ${JSON.stringify(applicants)}) returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

interface Page {
  results: Applicant[];
  count: number;
  count_is_minimum?: boolean;
  next: string | null;
  previous: string | null;
}

/** Returns functions that ask for the list of applicants. `found` returns the application numbers of a list with one page. */
export function applicantLists(visitor: Visitor) {
  const ask = (query: object = {}) => visitor.get(`applicants/?${queryOf(query)}`);

  async function list(query: object = {}): Promise<Page> {
    const answer = await ask(query);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Page>();
  }

  async function found(query: object): Promise<string[]> {
    const { results, count } = await list(query);
    expect(count).toBe(results.length);
    return results.map(({ application_id }) => application_id);
  }

  return { ask, list, found };
}
