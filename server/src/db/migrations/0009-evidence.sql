-- A verification has at most one finding of each check.
create table evidence_findings (
  verification_id bigint not null references verifications on delete cascade,
  check_id text not null,
  -- The version of the check.
  version smallint not null,
  -- The version of the thresholds; 0 for the defaults.
  thresholds int not null default 0,
  level text not null check (level in ('note', 'look', 'serious')),
  sentence text not null,
  -- The numbers in the finding's sentence.
  measured jsonb not null default '{}',
  -- Ids of photos and verifications, places and times; screens show these next to the sentence. Also the pin
  -- code that was compared; no screen shows it.
  details jsonb not null default '{}',
  -- The applicants of the other visits that the finding names. Retention deletes the finding when it
  -- anonymises one of these applicants.
  other_applicants bigint[] not null default '{}',
  found_at timestamptz not null default now(),
  dismissed_by bigint references users,
  dismissed_at timestamptz,
  dismissed_because text,
  dismissal_note text not null default '',
  primary key (verification_id, check_id),
  constraint evidence_findings_dismissal_is_signed check (num_nonnulls(dismissed_by, dismissed_at, dismissed_because) in (0, 3))
);
create function note_serious_finding() returns trigger language plpgsql as $$
begin
  update verifications set was_serious = true where id = new.verification_id and not was_serious;
  return null;
end $$;
create trigger evidence_findings_noted after insert or update of level on evidence_findings
  for each row when (new.level = 'serious') execute function note_serious_finding();

create index evidence_findings_serious on evidence_findings (verification_id)
  where level = 'serious' and dismissed_by is null;
create index evidence_findings_by_time on evidence_findings (found_at);
create index evidence_findings_dismissed on evidence_findings (dismissed_by, dismissed_at) where dismissed_by is not null;
create index evidence_findings_of_others on evidence_findings using gin (other_applicants);
create index verifications_evidence_due on verifications (submitted_at, id) where evidence_due;

-- The places of pin codes that a provider loaded. Each replaces the place of the same pin code in Doorstep's
-- own table.
create table pin_places (
  pin_code text not null check (pin_code ~ '^\d{6}$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  district text not null default '',
  loaded_at timestamptz not null default now(),
  primary key (pin_code)
);

-- The usual place of the visits in each pin code that has enough of them. Learned from verifications that
-- were decided positive.
create table learned_places (
  pin_code text primary key check (pin_code ~ '^\d{6}$'),
  latitude double precision not null,
  longitude double precision not null,
  visits int not null,
  -- 95 % of these visits were at most this far from the place, in metres.
  p95_m double precision not null,
  learned_at timestamptz not null default now()
);

-- Thresholds that differ from the defaults. The last row is the current one.
create table evidence_thresholds (
  version int generated always as identity primary key,
  changed jsonb not null,
  set_by bigint not null references users,
  set_at timestamptz not null default now()
);
