-- Why a case asks to be looked at twice: at most one finding of each check.
create table evidence_findings (
  verification_id bigint not null references verifications on delete cascade,
  check_id text not null,
  -- Of the check, and of the thresholds that it was held to (0: those it came with).
  version smallint not null,
  thresholds int not null default 0,
  level text not null check (level in ('note', 'look', 'serious')),
  sentence text not null,
  -- The numbers that the sentence names.
  measured jsonb not null default '{}',
  -- What is shown beside it: photos and cases by their ids, places, times.
  beside jsonb not null default '{}',
  -- Whose cases stand beside it: the finding goes when one of these people is forgotten.
  other_applicants bigint[] not null default '{}',
  found_at timestamptz not null default now(),
  dismissed_by bigint references users,
  dismissed_at timestamptz,
  dismissed_because text,
  dismissal_note text not null default '',
  primary key (verification_id, check_id),
  constraint evidence_findings_dismissal_is_signed check (num_nonnulls(dismissed_by, dismissed_at, dismissed_because) in (0, 3))
);
create index evidence_findings_by_time on evidence_findings (found_at);
create index evidence_findings_of_others on evidence_findings using gin (other_applicants);

-- What is stored before this is looked at only when somebody asks for it: `npm run recheck`.
alter table verifications
  add column evidence_due boolean not null default false,
  add column evidence_checked_at timestamptz;
alter table verifications alter column evidence_due set default true;
create index verifications_evidence_due on verifications (submitted_at, id) where evidence_due;

-- What a photo looks like, made with its sizes. Whose it is and since when stand here too: one index answers a year's photos.
create table photo_hashes (
  photo_id uuid primary key references photos on delete cascade,
  agent_id bigint not null references users,
  stored_at timestamptz not null default now(),
  dhash bit(64) not null,
  phash bit(64) not null,
  -- Too little of it, and all photos look alike.
  texture real not null
);
create index photo_hashes_of_agent on photo_hashes (agent_id, stored_at) include (photo_id, dhash, phash, texture);

-- A table of pin codes that a provider loaded: it stands for the one that comes with the product.
create table pin_places (
  pin_code text not null check (pin_code ~ '^\d{6}$'),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  district text not null default '',
  loaded_at timestamptz not null default now(),
  primary key (pin_code)
);

-- Where visits to a pin code are, learned from those that were decided positive.
create table learned_places (
  pin_code text primary key check (pin_code ~ '^\d{6}$'),
  latitude double precision not null,
  longitude double precision not null,
  visits int not null,
  -- Of those visits 95 of 100 are nearer than this.
  p95_m double precision not null,
  learned_at timestamptz not null default now()
);

-- What the checks are held to where it differs from what they came with; the last row is in force, all are kept.
create table evidence_thresholds (
  version int generated always as identity primary key,
  changed jsonb not null,
  set_by bigint not null references users,
  set_at timestamptz not null default now()
);

-- The phone whose key a visit's signature fits, also where it is registered for a colleague.
alter table visits add column signed_with uuid references devices;
create index visits_signed_with on visits (signed_with, received_at) where signed_with is not null;
