create table verifications (
  id bigint generated always as identity (start with 50001) primary key,
  applicant_id bigint not null references applicants,
  agent_id bigint not null references users,
  overall_observation text not null check (overall_observation in ('positive', 'negative')),
  neighbour1_name text not null default '',
  neighbour1_address text not null default '',
  neighbour1_feedback text not null default '',
  neighbour2_name text not null default '',
  neighbour2_address text not null default '',
  neighbour2_feedback text not null default '',
  remark text not null default '',
  verification_address text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  image_count int not null default 0,
  submitted_at timestamptz not null default now(),
  admin_decision text not null default 'pending'
    check (admin_decision in ('pending', 'positive', 'negative')),
  decided_by bigint references users,
  decided_at timestamptz,
  idempotency_key text not null,
  -- SHA-256 of the submission: the same key with other contents is refused, not answered.
  request_sha256 bytea not null,
  photos_expired_at timestamptz,
  constraint verifications_decision_is_signed
    check ((admin_decision = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint verifications_idempotency unique (agent_id, idempotency_key)
);
create index verifications_by_decision on verifications (admin_decision, id desc);
create index verifications_by_applicant on verifications (applicant_id, id desc);
create index verifications_by_agent on verifications (agent_id, id desc);
create index verifications_by_day on verifications (submitted_at);
create index verifications_search on verifications using gin ((id::text) gin_trgm_ops);

create table photos (
  id uuid primary key,
  verification_id bigint not null references verifications,
  position int not null,
  kind text not null,
  bytes int not null,
  sha256 bytea not null,
  width int not null,
  height int not null,
  taken_at timestamptz,
  latitude double precision,
  longitude double precision,
  unique (verification_id, position)
);
