import { sql } from 'kysely';

/** What waits for review: what is pending by the stored sums, without what is sent back or still lacks photos. */
export const queueCounts = sql`
  select greatest(pending - incomplete - sent_back, 0)::bigint as waiting, incomplete from (
    select (select coalesce(sum(pending), 0) from verification_sums) as pending,
      (select count(*) from verifications where admin_decision = 'pending' and sent_back_at is null
        and photos_expected > image_count) as incomplete,
      (select count(*) from verifications where admin_decision = 'pending' and sent_back_at is not null) as sent_back
  ) as counted`;
