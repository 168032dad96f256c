create table secrets (
  name text primary key,
  value bytea not null
);

-- Keys of blobs that no row refers to any more. The transaction that removes the last reference adds the key.
create table blobs_to_delete (
  key text primary key,
  since timestamptz not null default now()
);

-- The first answer for each Idempotency-Key, stored for a day.
create table idempotency_keys (
  user_id bigint not null references users,
  key text not null,
  request_sha256 bytea not null,
  answer json not null,
  stored_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_stored_at on idempotency_keys (stored_at);
