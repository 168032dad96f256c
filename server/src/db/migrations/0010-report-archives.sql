create table report_archives (
  id uuid primary key,
  requested_by bigint not null references users,
  -- What was asked for, as it was asked.
  filter jsonb not null,
  total int not null check (total > 0),
  created_at timestamptz not null default now(),
  -- Kept in the future by the server that works on it; once it is past, another one takes over.
  leased_until timestamptz,
  finished_at timestamptz
);
create index report_archives_unfinished on report_archives (created_at) where finished_at is null;
create index report_archives_of on report_archives (requested_by, created_at desc);

create table report_archive_items (
  archive_id uuid not null references report_archives on delete cascade,
  position int not null,
  verification_id bigint not null references verifications,
  tries int not null default 0,
  report_id bigint references reports,
  -- Why there is no report of it, for the list in the file.
  problem text,
  primary key (archive_id, position),
  constraint report_archive_items_one_end check (num_nonnulls(report_id, problem) <= 1)
);
create index report_archive_items_to_do on report_archive_items (archive_id, tries, position)
  where report_id is null and problem is null;
create index verifications_by_day on verifications (submitted_at);
