-- A call-back: one or more calls to the person who was met. A call-back delays nothing: decisions, clocks and
-- exports read neither this table nor callback_calls.
create table callbacks (
  verification_id bigint primary key references verifications on delete cascade,
  because text not null check (because in ('sample', 'asked')),
  asked_by bigint references users,
  asked_at timestamptz not null default now(),
  closed_at timestamptz,
  -- The admin who has claimed the phone number. The claim works like a claim in review_claims.
  caller_id bigint references users,
  calling_until timestamptz,
  check (because = 'sample' or asked_by is not null)
);
create index callbacks_open on callbacks (asked_at, verification_id) where closed_at is null;
create index callbacks_closed on callbacks (closed_at, verification_id) where closed_at is not null;

create table callback_calls (
  id bigint generated always as identity primary key,
  verification_id bigint not null references callbacks on delete cascade,
  by_id bigint not null references users,
  at timestamptz not null default now(),
  result text not null check (result in ('confirms', 'denies_visit', 'differs', 'no_answer', 'wrong_number')),
  note text not null default ''
);
create index callback_calls_of on callback_calls (verification_id, id);
create index callback_calls_by_time on callback_calls (at);

-- Decided verifications that must be reviewed again, because the person in a call-back denied this visit or
-- another visit of the same agent.
create table reviews_again (
  verification_id bigint primary key references verifications on delete cascade,
  denied_id bigint not null references verifications on delete cascade,
  since timestamptz not null default now(),
  done_by bigint references users,
  done_at timestamptz,
  check ((done_by is null) = (done_at is null))
);
create index reviews_again_open on reviews_again (since, verification_id) where done_at is null;
create index reviews_again_denied on reviews_again (denied_id);
