-- Names of files that no row needs any more. Written with the change that parts with them, emptied as they are deleted.
create table blobs_to_delete (
  key text primary key,
  since timestamptz not null default now()
);

alter table applicants
  add column anonymised_at timestamptz,
  -- Open work keeps its facts, and what has lost them can't be opened again.
  add constraint applicants_anonymised_is_closed
    check (anonymised_at is null or status = 'submitted' or deleted_at is not null);
alter table verifications add column photos_expired_at timestamptz;
