create table second_factors (
  user_id bigint primary key references users,
  -- Encrypted with a key of the server's secret.
  sealed_secret bytea not null,
  created_at timestamptz not null default now(),
  -- Null until the first code has shown that the person's app has the secret.
  confirmed_at timestamptz,
  -- The thirty seconds of the last code that was used: it and all before it are good no more.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
