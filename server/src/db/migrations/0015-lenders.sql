-- The lenders (the clients that send applicants), their turnaround rules, and the calendars of these rules.
create table calendars (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- Working hours by weekday: {"mon": [{"from": "09:00", "to": "19:00"}], ...}.
  week jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index calendars_name on calendars (lower(name)) where deleted_at is null;

-- Holidays (without hours), and days whose hours differ from those of their weekday.
create table calendar_days (
  calendar_id bigint not null references calendars on delete cascade,
  day date not null,
  name text not null check (name <> ''),
  hours jsonb not null,
  primary key (calendar_id, day)
);

create table lenders (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- Whether the lender's reports print when an applicant was received, due and decided.
  prints_times boolean not null default false,
  second_looks boolean not null default false,
  report_second_look boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index lenders_name on lenders (lower(name)) where deleted_at is null;

create table lender_portfolios (
  portfolio_name text primary key check (portfolio_name <> ''),
  lender_id bigint not null references lenders
);
create index lender_portfolios_of_lender on lender_portfolios (lender_id);

-- A rule never changes. A new version replaces it, and applicants still refer to the version that was
-- applied.
create table turnaround_rules (
  id bigint generated always as identity primary key,
  lender_id bigint not null references lenders,
  -- In these three columns, null matches every value.
  product_type text,
  visit_type text,
  pin_prefix text check (pin_prefix ~ '^[1-9]\d{0,5}$'),
  -- The working time until an applicant is due.
  minutes int not null check (minutes > 0),
  calendar_id bigint not null references calendars,
  starts text not null check (starts in ('received', 'opening')),
  valid_from date not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index turnaround_rules_of_lender on turnaround_rules (lender_id) where ended_at is null;
