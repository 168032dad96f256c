create extension if not exists pg_trgm;

create table secrets (
  name text primary key,
  value bytea not null
);

create table users (
  id bigint generated always as identity (start with 1001) primary key,
  name text not null check (name = btrim(name) and name <> ''),
  email text not null check (email = lower(email)),
  phone_number text not null check (phone_number ~ '^\d{10}$'),
  password_hash text not null,
  is_admin boolean not null default false,
  is_superadmin boolean not null default false,
  is_active boolean not null default true,
  -- A demo account's password is public: it is refused where strangers can reach the server.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint users_superadmin_is_admin check (is_admin or not is_superadmin)
);
create unique index users_email on users (email) where deleted_at is null;
create unique index users_phone_number on users (phone_number) where deleted_at is null;
create index users_listed on users (is_admin, id desc) where deleted_at is null;
create index users_agent_name on users (lower(name)) where deleted_at is null and not is_admin;

create table identity_images (
  id uuid primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('profile', 'pan', 'aadhaar')),
  position int not null default 0,
  created_at timestamptz not null default now()
);
create index identity_images_user on identity_images (user_id, kind, position);

create table sessions (
  id uuid primary key,
  user_id bigint not null references users,
  -- SHA-256 of the cookie: a copy of the table opens nothing.
  cookie_hash bytea not null unique,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_open on sessions (user_id) where ended_at is null;

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table sign_in_failures (
  key text primary key,
  failures int not null,
  last_at timestamptz not null
);

create table uploads (
  id bigint generated always as identity primary key,
  uploaded_by bigint not null references users,
  file_sha256 bytea not null,
  total_records int not null,
  successful int not null,
  created_at timestamptz not null default now()
);

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
  upload_id bigint references uploads,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint applicants_pending_is_unassigned check ((status = 'pending') = (assigned_agent_id is null))
);
create unique index applicants_application_id on applicants (application_id) where deleted_at is null;
create index applicants_listed on applicants (id desc) where deleted_at is null;
create index applicants_by_status on applicants (status, id desc) where deleted_at is null;
create index applicants_by_agent on applicants (assigned_agent_id, id) where deleted_at is null;
create index applicants_by_portfolio on applicants (portfolio_name, id desc) where deleted_at is null;
create index applicants_by_day on applicants (created_at) include (portfolio_name, status) where deleted_at is null;
create index applicants_search on applicants
  using gin ((id::text) gin_trgm_ops, lower(application_id) gin_trgm_ops, lower(portfolio_name) gin_trgm_ops,
    lower(applicant_name) gin_trgm_ops) where deleted_at is null;

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
  constraint verifications_decision_is_signed
    check ((admin_decision = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint verifications_idempotency unique (agent_id, idempotency_key)
);
create index verifications_by_decision on verifications (admin_decision, id desc);
create index verifications_by_applicant on verifications (applicant_id, id desc);

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

create table reports (
  id bigint generated always as identity primary key,
  verification_id bigint not null references verifications,
  version int not null,
  template text not null check (template in ('residence', 'office')),
  form jsonb not null,
  photo_ids uuid[] not null,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  unique (verification_id, version)
);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint references users,
  action text not null,
  subject text not null,
  subject_id bigint,
  before jsonb,
  after jsonb,
  request_id text,
  address text
);
create index audit_subject on audit (subject, subject_id, id desc);
create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception 'audit rows are only ever added'; end $$;
create trigger audit_append_only before update or delete on audit
  for each statement execute function refuse_change();
create trigger audit_no_truncate before truncate on audit
  for each statement execute function refuse_change();
