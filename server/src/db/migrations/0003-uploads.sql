create table uploads (
  id bigint generated always as identity primary key,
  uploaded_by bigint not null references users,
  file_sha256 bytea not null,
  file_name text not null default '',
  total_records int not null,
  successful int not null,
  -- The lowest and highest id of the upload's applicants; null if none was stored. With this range, the
  -- upload's applicants are found without an index on applicants.upload_id.
  first_applicant_id bigint,
  last_applicant_id bigint,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by bigint references users,
  -- The number of applicants that the undo removed.
  removed int,
  constraint uploads_undo_is_whole check (num_nulls(undone_at, undone_by, removed) in (0, 3))
);

-- The file of an upload with failed rows. Stored for a day, so that the failed rows can be downloaded and
-- fixed.
create table failed_uploads (
  upload_id bigint primary key references uploads on delete cascade,
  file bytea not null,
  failures jsonb not null,
  stored_at timestamptz not null default now()
);
-- A spreadsheet is compressed already.
alter table failed_uploads alter column file set storage external;
create index failed_uploads_stored_at on failed_uploads (stored_at);
