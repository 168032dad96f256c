-- Who was given an applicant, and when. A visit that comes later is judged by the assignment its agent held.
alter table applicants
  add column assignment_version int not null default 0,
  add column assigned_at timestamptz;

create table assignments (
  applicant_id bigint not null references applicants on delete cascade,
  version int not null,
  agent_id bigint not null references users,
  -- Under the applicant's lock, so that it is later than whatever this waited for.
  at timestamptz not null default clock_timestamp(),
  primary key (applicant_id, version)
);
create index assignments_of_agent on assignments (agent_id, applicant_id);
insert into assignments (applicant_id, version, agent_id, at)
  select id, 0, assigned_agent_id, updated_at from applicants where assigned_agent_id is not null;

-- Another agent, or another visit ordered from the same one, is a new assignment.
create function number_assignment() returns trigger language plpgsql as $$
begin
  new.assignment_version = old.assignment_version + 1;
  new.assigned_at = case when new.assigned_agent_id is null then null else now() end;
  return new;
end $$;
create trigger applicants_assignment_numbered before update of assigned_agent_id, status on applicants
  for each row when (new.assigned_agent_id is distinct from old.assigned_agent_id
    or (new.status = 'assigned' and old.status <> 'assigned'))
  execute function number_assignment();

create function record_assignment() returns trigger language plpgsql as $$
begin
  insert into assignments (applicant_id, version, agent_id)
    values (new.id, new.assignment_version, new.assigned_agent_id);
  return null;
end $$;
create trigger applicants_assignment_recorded_insert after insert on applicants
  for each row when (new.assigned_agent_id is not null) execute function record_assignment();
create trigger applicants_assignment_recorded_update after update of assigned_agent_id, status on applicants
  for each row when (new.assignment_version <> old.assignment_version and new.assigned_agent_id is not null)
  execute function record_assignment();

-- A phone that an agent signed in on. Its private key never leaves it.
create table devices (
  id uuid primary key,
  agent_id bigint not null references users,
  -- ECDSA P-256, SPKI.
  public_key bytea not null,
  label text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index devices_of_agent on devices (agent_id, created_at);

-- Every time an agent stood at a door. One that counts and is final became a verification; an attempt did not.
create table visits (
  -- Made by the phone: whatever is sent twice under it is one visit.
  id uuid primary key,
  applicant_id bigint not null references applicants,
  agent_id bigint not null references users,
  device_id uuid references devices,
  -- The assignment that the phone held; null from a caller who knows of none.
  assignment_version int,
  outcome text not null check (outcome in
    ('met', 'locked', 'shifted', 'no_such_person', 'untraceable', 'entry_refused', 'refused', 'unsafe')),
  is_final boolean not null,
  try_again_at timestamptz,
  arrived_at timestamptz,
  left_at timestamptz,
  -- The phone's clock minus the server's, as of the last time they spoke before the visit.
  clock_offset_ms bigint,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy_m real,
  fixes jsonb not null default '[]',
  -- Answers by the names of the report's fields.
  facts jsonb not null default '{}',
  -- What a verification says beside them: observation, remark, neighbours, address.
  findings jsonb not null default '{}',
  photos_skipped jsonb not null default '[]',
  photos_expected int not null default 0,
  standing text not null default 'counted' check (standing in ('counted', 'held', 'set_aside')),
  held_because text check (held_because in ('reassigned', 'already_visited', 'applicant_deleted', 'unknown_phone')),
  resolved_by bigint references users,
  resolved_at timestamptz,
  resolution_note text not null default '',
  -- The exact bytes that the phone signed; null for a visit that came in one request.
  manifest bytea,
  manifest_signature bytea,
  request_sha256 bytea not null,
  received_at timestamptz not null default now(),
  -- When the last of its photos was there.
  completed_at timestamptz,
  constraint visits_held_has_reason check ((standing = 'counted' and held_because is null) or held_because is not null),
  constraint visits_resolution_is_signed check ((resolved_by is null) = (resolved_at is null))
);
create index visits_of_applicant on visits (applicant_id, received_at desc);
create index visits_of_agent on visits (agent_id, arrived_at);
create index visits_held on visits (received_at) where standing = 'held';
create index visits_incomplete on visits (received_at) where completed_at is null;

alter table verifications
  -- Null for what was submitted before visits were recorded.
  add column visit_id uuid unique references visits,
  add column outcome text not null default 'met',
  add column photos_expected int not null default 0,
  add column decision_notes text not null default '',
  add column sent_back_at timestamptz;

alter table photos
  alter column verification_id drop not null,
  add column visit_id uuid references visits,
  add column captured_at timestamptz,
  add column accuracy_m real,
  add column source text not null default 'file' check (source in ('viewfinder', 'camera_app', 'file')),
  -- door, nameplate, person ...; empty where nobody said.
  add column shows text not null default '',
  -- The phone's record of the photo as the manifest has it: fix and its age, clocks.
  add column capture jsonb,
  add constraint photos_of_something check (num_nonnulls(verification_id, visit_id) > 0),
  add constraint photos_visit_position unique (visit_id, position);
create index photos_by_hash on photos (sha256);

-- What has arrived of photos under way, in the order it came. Gone when the photo is whole.
create table photo_parts (
  visit_id uuid not null references visits,
  sha256 bytea not null,
  start int not null,
  bytes bytea not null,
  stored_at timestamptz not null default now(),
  primary key (visit_id, sha256, start)
);
-- Photos are packed: a second packing would only cost time.
alter table photo_parts alter column bytes set storage external;

create table send_backs (
  id bigint generated always as identity primary key,
  verification_id bigint not null references verifications,
  reasons text[] not null check (cardinality(reasons) > 0),
  note text not null default '',
  photos_wanted text[] not null default '{}',
  by_id bigint not null references users,
  at timestamptz not null default now(),
  -- The visit that came in answer.
  answered_by uuid references visits
);
create index send_backs_of_verification on send_backs (verification_id, id desc);
create index send_backs_open on send_backs (verification_id) where answered_by is null;
