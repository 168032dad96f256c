-- Filters of a list that a user saved under a name.
create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  list text not null check (list in ('applicants', 'verifications')),
  name text not null check (name <> ''),
  filter jsonb not null,
  created_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (user_id, list, lower(name));
