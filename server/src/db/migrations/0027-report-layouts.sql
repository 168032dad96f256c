-- A layout never changes. A new layout replaces it, and versions of reports still refer to the layout that
-- they were made with.
create table report_layouts (
  id bigint generated always as identity primary key,
  lender_id bigint not null references lenders,
  -- The layout without its logo.
  content jsonb not null,
  -- A PNG that this server encoded.
  logo bytea,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index report_layouts_current on report_layouts (lender_id) where ended_at is null;
