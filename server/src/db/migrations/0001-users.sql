create extension if not exists pg_trgm;

create table users (
  id bigint generated always as identity (start with 1001) primary key,
  name text not null check (name = btrim(name) and name <> ''),
  email text not null check (email = lower(email)),
  phone_number text not null check (phone_number ~ '^\d{10}$'),
  password_hash text not null,
  is_admin boolean not null default false,
  is_superadmin boolean not null default false,
  is_active boolean not null default true,
  -- The password of a demo account is public, so the account works only on the server's own machine.
  is_demo boolean not null default false,
  -- The number of tasks that the agent is expected to do in a day.
  daily_capacity int not null default 12 check (daily_capacity > 0),
  -- The language of the agent's app; null before the first choice. The choice with the latest
  -- language_chosen_at wins, even if another choice arrives after it.
  language text check (language in ('en', 'hi', 'mr', 'ta', 'te', 'bn')),
  language_chosen_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint users_superadmin_is_admin check (is_admin or not is_superadmin)
);
create unique index users_email on users (email) where deleted_at is null;
create unique index users_phone_number on users (phone_number) where deleted_at is null;
create index users_listed on users (is_admin, id desc) where deleted_at is null;
create index users_agent_name on users (lower(name)) where deleted_at is null and not is_admin;

-- The first digits of the pin codes that an agent covers.
create table agent_areas (
  agent_id bigint not null references users,
  pin_prefix text not null check (pin_prefix ~ '^[1-9]\d{1,5}$'),
  primary key (agent_id, pin_prefix)
);

create table agent_leave (
  agent_id bigint not null references users,
  from_day date not null,
  to_day date not null,
  primary key (agent_id, from_day, to_day),
  constraint agent_leave_in_order check (from_day <= to_day)
);
create index agent_leave_by_end on agent_leave (to_day);

create table identity_images (
  id uuid primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('profile', 'pan', 'aadhaar')),
  position int not null default 0,
  created_at timestamptz not null default now()
);
create index identity_images_user on identity_images (user_id, kind, position);

create table second_factors (
  user_id bigint primary key references users,
  encrypted_secret bytea not null,
  created_at timestamptz not null default now(),
  -- Null until a first correct code has shown that the person's authenticator app has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last code that was used. That code and all before it are no longer valid.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- E-mail about late work, for users who turned it on.
create table mail_alerts (
  user_id bigint primary key references users,
  address text not null check (length(address) <= 254),
  -- Set just before an e-mail is sent. The next try comes at least an hour later, even after a crash of the
  -- server.
  attempted_at timestamptz,
  sent_at timestamptz,
  -- The applicants in the last e-mail. No e-mail is sent if it would list only these applicants.
  listed text[] not null default '{}'
);
