-- The settings of the file that a lender gets each day.
create table daily_exports (
  lender_id bigint primary key references lenders,
  at text not null check (at ~ '^\d\d:\d\d$'),
  format text not null check (format in ('xlsx', 'csv')),
  target jsonb not null,
  -- The password or key with which the server signs in, encrypted.
  secret bytea,
  -- Decisions from before this time are in no file.
  since timestamptz not null default now(),
  -- All files that were due until this time have been planned.
  planned_until timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A file for a lender. Each try sends the same name and the same verifications. It leaves out those whose
-- decision was replaced or undone after the first try.
create table deliveries (
  id bigint generated always as identity primary key,
  lender_id bigint not null references lenders,
  name text not null check (name <> ''),
  due_at timestamptz not null,
  rows int not null default 0,
  tries int not null default 0,
  -- The server that sends the file renews this lease. Null while no server sends the file.
  leased_until timestamptz,
  -- Null once the file was sent, and after the last try.
  next_try_at timestamptz default now(),
  failure text,
  sent_at timestamptz,
  unique (lender_id, due_at)
);
create index deliveries_unsent on deliveries (next_try_at) where sent_at is null;

-- The decisions in a file. A verification that is decided again is sent again.
create table delivered_verifications (
  verification_id bigint not null references verifications,
  decided_at timestamptz not null,
  delivery_id bigint not null references deliveries,
  primary key (verification_id, decided_at)
);
create index delivered_verifications_of on delivered_verifications (delivery_id);
