-- While a reviewer has a claim, the review desk offers the verification to no other reviewer, and accepts no
-- decision of another reviewer. Decisions made elsewhere ignore claims.
create table review_claims (
  verification_id bigint primary key references verifications on delete cascade,
  admin_id bigint not null references users,
  claimed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the verification was displayed; null while it is only preloaded.
  shown_at timestamptz
);
create index review_claims_of_admin on review_claims (admin_id);

create table review_timings (
  verification_id bigint not null references verifications on delete cascade,
  admin_id bigint not null references users,
  shown_at timestamptz not null,
  acted_at timestamptz not null default now(),
  action text not null check (action in ('positive', 'negative', 'skip')),
  primary key (verification_id, admin_id, shown_at)
);
create index review_timings_by_time on review_timings (acted_at);
create index review_timings_of_admin on review_timings (admin_id, acted_at);

-- Each pending verification is in exactly one of these four indexes. The first index has the verifications
-- that wait for their first decision, the oldest first.
create index verifications_to_review on verifications (submitted_at, id)
  where admin_decision = 'pending' and sent_back_at is null and photos_expected <= image_count and second_look is null;
create index verifications_to_confirm on verifications (submitted_at, id)
  where admin_decision = 'pending' and sent_back_at is null and photos_expected <= image_count and second_look is not null;
create index verifications_incomplete on verifications (submitted_at)
  where admin_decision = 'pending' and sent_back_at is null and photos_expected > image_count;
create index verifications_sent_back on verifications (id)
  where admin_decision = 'pending' and sent_back_at is not null;
