create table uploads (
  id bigint generated always as identity primary key,
  uploaded_by bigint not null references users,
  file_sha256 bytea not null,
  total_records int not null,
  successful int not null,
  created_at timestamptz not null default now()
);

-- The file of an upload with failed rows, for the day in which these rows can be downloaded and fixed.
create table failed_uploads (
  upload_id bigint primary key references uploads on delete cascade,
  file bytea not null,
  failures jsonb not null,
  stored_at timestamptz not null default now()
);
-- A spreadsheet is compressed already.
alter table failed_uploads alter column file set storage external;
create index failed_uploads_stored_at on failed_uploads (stored_at);
