import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

/** Selects an application by its number. The optional fields select only some of its contact points. */
export interface AskedApplication {
  application_id: string;
  applicant_id?: number | undefined;
  visit_type?: string | undefined;
}

/** Returns a subquery for the ids of an application's verifications. The highest id is the latest verification. */
export function verificationsOf(
  db: Db,
  { application_id, applicant_id, visit_type }: AskedApplication,
) {
  const ids = db
    .selectFrom('verifications')
    .innerJoin('applicants as a', 'a.id', 'verifications.applicant_id')
    .select('verifications.id')
    .where('a.application_id', '=', application_id)
    .where('a.deleted_at', 'is', null);
  const ofOne = applicant_id === undefined ? ids : ids.where('a.id', '=', applicant_id);
  const point = sql<string>`contact_point(a.applicant_type, ${visit_type})`;
  return visit_type ? ofOne.where('a.contact_point', '=', point) : ofOne;
}
