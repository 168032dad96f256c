create table sessions (
  id uuid primary key,
  user_id bigint not null references users,
  -- SHA-256 of the cookie, so that a copy of the table can't be used to sign in.
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
  used_at timestamptz,
  -- The number of renewals before this token. If a response is lost, the same token may be renewed twice.
  -- Both new tokens then have the same number.
  generation int not null default 0
);
create index refresh_tokens_session on refresh_tokens (session_id);

create table sign_in_failures (
  key text primary key,
  failures int not null,
  last_at timestamptz not null
);
-- Each attempt to sign in uses this index to delete old rows.
create index sign_in_failures_last_at on sign_in_failures (last_at);

-- The digest is a bar that counts late and held work. Each day, only the first session of a user that
-- requests the digest shows it.
create table digests (
  user_id bigint primary key references users,
  session_id uuid not null references sessions on delete cascade,
  day date not null,
  is_dismissed boolean not null default false
);
