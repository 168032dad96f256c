import { type RawBuilder, sql } from 'kysely';
import type { CheckedApplicant, Place } from './checked-verification.ts';

/** Expects the table `applicants` under the alias `a`. */
export const checkedApplicant = sql<CheckedApplicant>`json_build_object('id', a.id,
  'applicationId', a.application_id, 'pinCode', a.pin_code, 'address', a.address,
  'portfolioName', a.portfolio_name)`.as('applicant');

/** Returns null if a coordinate is null. Takes the accuracy from the table `visits`, under the alias `n`. */
export const checkedPlace = (latitude: RawBuilder<unknown>, longitude: RawBuilder<unknown>) =>
  sql<Place | null>`case when ${latitude} is not null and ${longitude} is not null then
    json_build_object('latitude', ${latitude}, 'longitude', ${longitude}, 'accuracyM', n.accuracy_m) end`.as(
    'place',
  );
