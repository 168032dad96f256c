import { sql } from 'kysely';

/**
 * Counts the verifications that wait for review: pending verifications (from the stored counts) and
 * verifications to review again. Verifications that were sent back, lack photos or have a first decision are
 * left out. Call-backs are counted separately.
 */
export const queueCounts = sql`
  select greatest(pending - incomplete - sent_back - to_confirm, 0)::bigint + again as waiting, incomplete, again, callbacks from (
    select (select coalesce(sum(pending), 0) from verification_sums) as pending,
      (select count(*) from verifications where admin_decision = 'pending' and sent_back_at is null
        and photos_expected > image_count) as incomplete,
      (select count(*) from verifications where admin_decision = 'pending' and sent_back_at is not null) as sent_back,
      (select count(*) from verifications where admin_decision = 'pending' and sent_back_at is null
        and photos_expected <= image_count and second_look is not null) as to_confirm,
      (select count(*) from reviews_again where done_at is null) as again,
      (select count(*) from callbacks where closed_at is null) as callbacks
  ) as counted`;
