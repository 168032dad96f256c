-- The first answer under each Idempotency-Key, kept for a day with what it told of: an upload's names too.
create table idempotency_keys (
  user_id bigint not null references users,
  key text not null,
  request_sha256 bytea not null,
  answer json not null,
  kept_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_kept_at on idempotency_keys (kept_at);
