-- The file of an upload some of whose rows failed, for as long as those rows can be fetched and mended: a day.
create table failed_uploads (
  upload_id bigint primary key references uploads on delete cascade,
  file bytea not null,
  failures jsonb not null,
  kept_at timestamptz not null default now()
);
-- A packed file does not get smaller.
alter table failed_uploads alter column file set storage external;
create index failed_uploads_kept_at on failed_uploads (kept_at);
