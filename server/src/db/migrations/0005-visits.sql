-- All assignments, including past ones. For a visit that arrives late, the server checks which assignment the
-- agent had. No foreign keys are needed, because the trigger below copies an applicant's agent, and rows of
-- applicants and users are never deleted.
create table assignments (
  applicant_id bigint not null,
  version int not null,
  agent_id bigint not null,
  -- The time after the applicant was locked, not the start of the transaction, because the
  -- transaction may have waited for the lock.
  at timestamptz not null default clock_timestamp(),
  -- When the agent's phone first received the assignment. Until then, a send-back can be undone.
  fetched_at timestamptz,
  primary key (applicant_id, version)
);
create index assignments_of_agent on assignments (agent_id, applicant_id);

-- Begins a new assignment if the agent changes, or if the same agent must visit again.
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

-- A phone that an agent signed in on. The private key never leaves the phone.
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

-- A counted, final visit has created a verification. An attempt has created none.
create table visits (
  -- The phone makes the id. A visit that is sent twice has the same id.
  id uuid primary key,
  applicant_id bigint not null references applicants,
  agent_id bigint not null references users,
  device_id uuid references devices,
  -- The assignment that the phone had; null if the caller sent none.
  assignment_version int,
  outcome text not null check (outcome in
    ('met', 'locked', 'shifted', 'no_such_person', 'untraceable', 'entry_refused', 'refused', 'unsafe')),
  is_final boolean not null,
  try_again_at timestamptz,
  -- When the agent started the visit in the app. Null if the phone did not send this time, or if the visit
  -- was sent in one request.
  begun_at timestamptz,
  -- When the agent last confirmed being at the door, which may be much later than begun_at.
  arrived_at timestamptz,
  left_at timestamptz,
  -- The phone's time minus the server's time, measured at their last contact before the visit was finished.
  clock_offset_ms bigint,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  accuracy_m real,
  fixes jsonb not null default '[]',
  -- The agent's answers. Each key is the name of a field of the report, or person_met.
  facts jsonb not null default '{}',
  -- The other values of a verification: observation, remark, neighbours, address.
  statement jsonb not null default '{}',
  photos_skipped jsonb not null default '[]',
  photos_expected int not null default 0,
  standing text not null default 'counted' check (standing in ('counted', 'held', 'set_aside')),
  held_because text check (held_because in ('reassigned', 'already_visited', 'applicant_deleted', 'unknown_phone')),
  resolved_by bigint references users,
  resolved_at timestamptz,
  resolution_note text not null default '',
  -- The exact bytes that the phone signed; null for a visit sent in one request.
  manifest bytea,
  manifest_signature bytea,
  -- The phone whose key matches the signature, even if it is registered to a colleague.
  signed_with uuid references devices,
  request_sha256 bytea not null,
  received_at timestamptz not null default now(),
  -- When all photos and the signature of the visit had arrived.
  completed_at timestamptz,
  constraint visits_held_has_reason check ((standing = 'counted' and held_because is null) or held_because is not null),
  constraint visits_resolution_is_signed check ((resolved_by is null) = (resolved_at is null))
);
create index visits_of_applicant on visits (applicant_id, received_at desc);
create index visits_of_agent on visits (agent_id, arrived_at);
create index visits_of_agent_received on visits (agent_id, received_at);
create index visits_held on visits (received_at) where standing = 'held';
create index visits_incomplete on visits (received_at) where completed_at is null;
create index visits_signed_with on visits (signed_with, received_at) where signed_with is not null;
