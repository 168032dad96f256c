-- How the columns of a lender's files become fields.
create table mappings (
  id bigint generated always as identity primary key,
  lender_id bigint not null references lenders,
  name text not null check (name <> ''),
  -- Counts the changes; their content is in the audit.
  version int not null default 1,
  fields jsonb not null,
  -- The fields of the second contact point; null if each row has only one contact point.
  second jsonb,
  -- The headings of the file that the mapping was made for. Other files are recognised by these headings.
  headings jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by bigint not null references users,
  deleted_at timestamptz
);
create unique index mappings_name on mappings (lender_id, lower(name)) where deleted_at is null;

alter table uploads
  -- Null until the file is taken in.
  add taken_at timestamptz default now(),
  add mapping_id bigint references mappings,
  add mapping_version int,
  add constraint uploads_mapping_is_whole check (num_nulls(mapping_id, mapping_version) in (0, 2)),
  add constraint uploads_tried_stores_nothing check (taken_at is not null or (successful = 0 and undone_at is null));
create index uploads_tried on uploads (created_at) where taken_at is null;

-- The file of an upload that was tried but not taken in, and how the file was last read. The file is
-- encrypted with the server's secret.
create table tried_uploads (
  upload_id bigint primary key references uploads on delete cascade,
  file bytea not null,
  reading jsonb not null,
  -- What the last try counted. Null if a required field had neither a column nor a fixed text.
  counts jsonb,
  -- Increases with each try that uses another sheet, heading row or mapping. An admin who takes in the file
  -- sends this number, so a file that a colleague has since tried differently is not taken in.
  tries int not null default 1
);
alter table tried_uploads alter column file set storage external;

-- How the file of failed rows was read. Null if it was read without a mapping, by the names of its columns.
alter table failed_uploads add reading jsonb;
