-- A lender's disputes about a verification. A dispute changes no other data.
create table disputes (
  id bigint generated always as identity primary key,
  verification_id bigint not null references verifications on delete cascade,
  because text not null check (because in ('decision', 'facts', 'not_visited', 'photos', 'late', 'other')),
  note text not null default '',
  by_id bigint not null references users,
  at timestamptz not null default now()
);
create index disputes_of_verification on disputes (verification_id, id);
