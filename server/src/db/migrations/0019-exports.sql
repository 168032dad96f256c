-- A lender's layout of exports: the columns, their order and their headings.
create table export_layouts (
  lender_id bigint primary key references lenders,
  columns jsonb not null,
  date_format text not null,
  sheet_name text not null check (sheet_name <> ''),
  updated_at timestamptz not null default now()
);

-- Files of lists. The server makes them in the background for the admin who requested them.
create table exports (
  id uuid primary key,
  requested_by bigint not null references users,
  list text not null check (list in ('applicants', 'verifications')),
  format text not null check (format in ('xlsx', 'csv')),
  query text not null,
  with_report boolean not null,
  -- The lender's layout as it was when the export was requested; null for our own columns.
  layout jsonb,
  total int not null default 0,
  done int not null default 0,
  created_at timestamptz not null default now(),
  -- The server that makes the export renews this lease. After the lease expires, another server starts the
  -- export again.
  leased_until timestamptz,
  tries int not null default 0,
  finished_at timestamptz,
  -- The compressed file. Null until the export is finished, and after a failure.
  file bytea
);
alter table exports alter column file set storage external;
create index exports_unfinished on exports (created_at) where finished_at is null;
create index exports_of on exports (requested_by, created_at desc);
