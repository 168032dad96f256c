create table uploads (
  id bigint generated always as identity primary key,
  uploaded_by bigint not null references users,
  file_sha256 bytea not null,
  total_records int not null,
  successful int not null,
  created_at timestamptz not null default now()
);

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

create table applicants (
  id bigint generated always as identity (start with 10001) primary key,
  application_id text not null check (application_id <> ''),
  applicant_name text not null check (applicant_name <> ''),
  applicant_type text not null default '',
  portfolio_name text not null check (portfolio_name <> ''),
  product_type text not null default '',
  visit_type text not null check (visit_type <> ''),
  mobile_number text not null check (mobile_number ~ '^\d{10}$'),
  pin_code text not null check (pin_code ~ '^\d{6}$'),
  address text not null,
  message text not null default '',
  status text not null default 'pending'
    check (status in ('pending', 'assigned', 'visited', 'submitted')),
  assigned_agent_id bigint references users,
  -- Held to the uploads by a trigger: as a foreign key it was looked up for each of 81,000 rows.
  upload_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  anonymised_at timestamptz,
  constraint applicants_pending_is_unassigned check ((status = 'pending') = (assigned_agent_id is null)),
  -- Open work keeps its facts, and what has lost them can't be opened again.
  constraint applicants_anonymised_is_closed
    check (anonymised_at is null or status = 'submitted' or deleted_at is not null)
);
create unique index applicants_application_id on applicants (application_id) where deleted_at is null;
create index applicants_listed on applicants (id desc) where deleted_at is null;
-- One index for each pair of what is filtered by: a page is then read from its top, however rare a status has become
-- among the newest.
create index applicants_by_status on applicants (status, id desc) where deleted_at is null;
create index applicants_by_portfolio_status on applicants (portfolio_name, status, id desc) where deleted_at is null;
create index applicants_by_agent on applicants (assigned_agent_id, id)
  where deleted_at is null and assigned_agent_id is not null;

create function refuse_unknown_upload() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct upload_id from added where upload_id is not null) as named
    where not exists (select from uploads where id = named.upload_id)
  ) then
    raise foreign_key_violation using message = 'there is no such upload', constraint = 'applicants_upload_id';
  end if;
  return null;
end $$;
create trigger applicants_of_upload after insert on applicants
  referencing new table as added for each statement execute function refuse_unknown_upload();
