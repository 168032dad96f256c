-- A version of a report is a row and a PDF. The row is stored first, with its code. Users see the version
-- only once the PDF is stored.
create table reports (
  id bigint generated always as identity primary key,
  verification_id bigint not null references verifications,
  version int not null,
  template text not null check (template in ('residence', 'office')),
  form jsonb not null,
  photo_ids uuid[] not null,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  -- Whether an admin sent the form, or the server filled in the form from the verification.
  origin text not null default 'sent' check (origin in ('sent', 'generated')),
  -- The printed values that are not in the form: agency, decision, verification, photos with SHA-256, and the
  -- address where the report can be checked.
  facts jsonb,
  content_sha256 bytea,
  code text unique,
  idempotency_key text,
  pdf_sha256 bytea,
  pdf_bytes int,
  pages int,
  is_signed boolean,
  finished_at timestamptz,
  unique (verification_id, version),
  constraint reports_idempotency unique (created_by, idempotency_key),
  constraint reports_facts_with_code
    check ((code is null) = (facts is null) and (code is null) = (content_sha256 is null)),
  constraint reports_finished_is_whole check (
    num_nonnulls(pdf_sha256, pdf_bytes, pages, is_signed, finished_at) = case when finished_at is null then 0 else 5 end
    and (finished_at is null or code is not null))
);
-- For the daily sweep of stored files, which looks up each PDF by its hash.
create index reports_by_hash on reports (pdf_sha256);

-- Only retention may delete a finished version. Retention sets the variable `doorstep.retention` in its
-- transaction.
create function reject_report_change() returns trigger language plpgsql as
  $$ begin raise exception 'a finished version of a report never changes'; end $$;
create trigger reports_finished_stay before update or delete on reports
  for each row when (old.finished_at is not null and coalesce(current_setting('doorstep.retention', true), '') <> 'on')
  execute function reject_report_change();

create table report_archives (
  id uuid primary key,
  requested_by bigint not null references users,
  filter jsonb not null,
  total int not null check (total > 0),
  created_at timestamptz not null default now(),
  -- The server that makes the archive renews this lease. After the lease expires, another server takes over.
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
  -- Why the archive lacks this report. The list in the archive gives this reason.
  problem text,
  primary key (archive_id, position),
  constraint report_archive_items_one_end check (num_nonnulls(report_id, problem) <= 1)
);
create index report_archive_items_to_do on report_archive_items (archive_id, tries, position)
  where report_id is null and problem is null;
