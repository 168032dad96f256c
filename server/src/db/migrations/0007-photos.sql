create table photos (
  id uuid primary key,
  verification_id bigint references verifications,
  visit_id uuid references visits,
  position int not null,
  kind text not null,
  bytes int not null,
  sha256 bytea not null,
  width int not null,
  height int not null,
  taken_at timestamptz,
  captured_at timestamptz,
  latitude double precision,
  longitude double precision,
  accuracy_m real,
  source text not null default 'file' check (source in ('viewfinder', 'camera_app', 'file')),
  -- The photo's subject (door, nameplate, person ...); empty if the agent did not choose one.
  shows text not null default '',
  -- The photo's entry in the manifest that the phone signed, for example with the GPS fix and its age.
  capture jsonb,
  unique (verification_id, position),
  constraint photos_visit_position unique (visit_id, position),
  constraint photos_of_something check (num_nonnulls(verification_id, visit_id) > 0)
);
create index photos_by_hash on photos (sha256);

-- Whether the person whom the agent met signed, declined or was not asked to sign. Lists, counts and checks
-- of photos leave the pictures of signatures out.
create table signatures (
  visit_id uuid primary key references visits on delete cascade,
  answer text not null check (answer in ('signed', 'declined', 'not_asked')),
  -- The time that the phone's clock showed.
  answered_at timestamptz not null,
  -- The words of consent that the person saw.
  words text not null,
  -- The SHA-256 of the picture, as the phone reported it.
  sha256 bytea,
  -- The name of the picture's files, which are stored next to those of photos. Null until the picture
  -- arrives, and after retention has deleted the picture.
  picture_id uuid unique,
  constraint signatures_picture_if_signed check ((answer = 'signed') = (sha256 is not null)),
  constraint signatures_picture_is_named check (picture_id is null or sha256 is not null)
);

-- The stored parts of incomplete photos. Deleted when the photo is complete, or if no further part arrives
-- for some days.
create table photo_parts (
  visit_id uuid not null references visits,
  sha256 bytea not null,
  start int not null,
  bytes bytea not null,
  stored_at timestamptz not null default now(),
  primary key (visit_id, sha256, start)
);
-- Turns PostgreSQL's compression off, because photos are compressed already.
alter table photo_parts alter column bytes set storage external;

-- Perceptual hashes of a photo. Agent and time are copied here, so that a search through an agent's photos
-- of a year needs only one index.
create table photo_hashes (
  photo_id uuid primary key references photos on delete cascade,
  agent_id bigint not null references users,
  stored_at timestamptz not null default now(),
  dhash bit(64) not null,
  phash bit(64) not null,
  -- How much texture the photo has. Photos with too little texture are not compared, because they all look
  -- alike.
  texture real not null
);
create index photo_hashes_of_agent on photo_hashes (agent_id, stored_at) include (photo_id, dhash, phash, texture);
