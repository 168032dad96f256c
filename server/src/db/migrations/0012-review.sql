-- Who has which case on the review desk, so that no two look at the same one. A courtesy: a decision needs none.
create table review_claims (
  verification_id bigint primary key references verifications on delete cascade,
  admin_id bigint not null references users,
  claimed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the case came on the screen; null while it is only prepared.
  shown_at timestamptz
);
create index review_claims_of_admin on review_claims (admin_id);

-- What a reviewer did with a case on the desk, and when it had come on the screen.
create table review_timings (
  verification_id bigint not null references verifications on delete cascade,
  admin_id bigint not null references users,
  shown_at timestamptz not null,
  acted_at timestamptz not null default now(),
  action text not null check (action in ('positive', 'negative', 'skip')),
  primary key (verification_id, admin_id, shown_at)
);
create index review_timings_by_time on review_timings (acted_at);

-- The queue in its order; its first entries are the next cases.
create index verifications_to_review on verifications (submitted_at, id)
  where admin_decision = 'pending' and sent_back_at is null and photos_expected <= image_count;
-- What is pending and yet not in the queue. The rest of what is pending is.
create index verifications_incomplete on verifications (submitted_at)
  where admin_decision = 'pending' and sent_back_at is null and photos_expected > image_count;
create index verifications_sent_back on verifications (id)
  where admin_decision = 'pending' and sent_back_at is not null;
create index send_backs_by_admin on send_backs (by_id, at);

-- Notes stay out of the audit, which otherwise knows what a decision that is taken back had replaced.
alter table verifications add column replaced_notes text not null default '';
