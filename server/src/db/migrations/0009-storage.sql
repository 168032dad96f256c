-- Names of files that no row needs any more. Written with the change that parts with them, emptied as they are deleted.
create table blobs_to_delete (
  key text primary key,
  since timestamptz not null default now()
);

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
