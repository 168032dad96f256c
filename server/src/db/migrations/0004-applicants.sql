-- Returns the same text for different spellings of a kind of visit ("RV", "Residence visit") or an applicant
-- type. PostgreSQL would parse and plan an SQL function again for each update of an applicant (77 of 517 µs).
create function contact_point(applicant_type text, visit_type text) returns text immutable language plpgsql as $$
begin
  return translate(lower(applicant_type), ' .-_', '') || '/' ||
    case regexp_replace(translate(lower(visit_type), ' .-_', ''), 'visit$', '')
      when 'rv' then 'residence' when 'res' then 'residence'
      when 'resi' then 'residence' when 'residential' then 'residence'
      when 'ov' then 'office' when 'off' then 'office'
      when 'bv' then 'business'
      else regexp_replace(translate(lower(visit_type), ' .-_', ''), 'visit$', '')
    end;
end $$;

create table applicants (
  id bigint generated always as identity (start with 10001) primary key,
  application_id text not null check (application_id <> ''),
  applicant_name text not null check (applicant_name <> ''),
  applicant_type text not null default '',
  portfolio_name text not null check (portfolio_name <> ''),
  product_type text not null default '',
  visit_type text not null check (visit_type <> ''),
  contact_point text not null generated always as (contact_point(applicant_type, visit_type)) stored,
  mobile_number text not null check (mobile_number ~ '^\d{10}$'),
  pin_code text not null check (pin_code ~ '^\d{6}$'),
  address text not null,
  message text not null default '',
  status text not null default 'pending'
    check (status in ('pending', 'assigned', 'visited', 'submitted')),
  assigned_agent_id bigint references users,
  assigned_at timestamptz,
  assignment_version int not null default 0,
  -- Checked by a trigger, because a foreign key would look up the upload for each applicant.
  upload_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- The last time that an agent gave the task back. Not cleared when the applicant is assigned again.
  given_back_at timestamptz,
  anonymised_at timestamptz,
  -- When the oldest message arrived that the office has not read. Stored here, so that lists don't look for
  -- messages.
  unread_since timestamptz,
  -- When the lender sent the applicant, if an admin entered this time. Null means the time of the upload.
  received_at timestamptz,
  due_at timestamptz,
  -- The turnaround rule that was applied. No foreign key, because it would look up the rule for each row of
  -- an upload. Rules are never deleted.
  rule_id bigint,
  -- When 50, 75 and 90 % of the working time have passed.
  warn_unassigned_at timestamptz,
  warn_unvisited_at timestamptz,
  warn_undecided_at timestamptz,
  is_urgent boolean not null default false,
  -- Set while the clock is paused.
  paused_at timestamptz,
  withdrawn_at timestamptz,
  -- The end of the minute in which the decision can be undone. It may be in the future.
  clock_stopped_at timestamptz,
  clock_runs boolean not null generated always as (due_at is not null and paused_at is null
    and withdrawn_at is null and clock_stopped_at is null and deleted_at is null) stored,
  constraint applicants_pending_is_unassigned check ((status = 'pending') = (assigned_agent_id is null)),
  -- An open applicant can't be anonymised, and an anonymised applicant can't be opened again.
  constraint applicants_anonymised_is_closed
    check (anonymised_at is null or status = 'submitted' or deleted_at is not null),
  constraint applicants_clock_is_whole check (num_nulls(due_at, rule_id, warn_unassigned_at, warn_unvisited_at,
    warn_undecided_at) in (0, 5))
)
-- Vacuums after 2 % of the rows have changed, not 20 %, so that the board and filters can use index-only
-- scans. The board of 50,000 open applicants among a million then takes 39 instead of 60 ms.
with (autovacuum_vacuum_scale_factor = 0.02);
-- This index starts with the application number, so look-ups by application number use it too.
create unique index applicants_contact_point on applicants (application_id, contact_point) where deleted_at is null;
create index applicants_listed on applicants (id desc) where deleted_at is null;
-- For the board: today's counts, and the tasks that were given back and wait for an agent.
create index applicants_stopped on applicants (clock_stopped_at) include (due_at, portfolio_name)
  where deleted_at is null and clock_stopped_at is not null;
create index applicants_given_back on applicants (given_back_at)
  where status = 'pending' and deleted_at is null and given_back_at is not null;
create index applicants_unread on applicants (unread_since) where unread_since is not null and deleted_at is null;
-- These three indexes serve filters by status, alone or with a portfolio or an agent. They list the newest
-- applicants of a status first, so PostgreSQL reads no applicants of other statuses to find a page.
create index applicants_by_status on applicants (status, id desc) where deleted_at is null;
create index applicants_by_portfolio_status on applicants (portfolio_name, status, id desc) where deleted_at is null;
create index applicants_by_agent on applicants (assigned_agent_id, status, id desc)
  where deleted_at is null and assigned_agent_id is not null;
-- For the list of applicants whose clock runs, by due time. Most filters of this list need only the index.
create index applicants_due on applicants (due_at, id desc)
  include (status, portfolio_name, assigned_agent_id, pin_code) where clock_runs;
create index applicants_paused on applicants (paused_at) include (portfolio_name)
  where paused_at is not null and withdrawn_at is null and clock_stopped_at is null and deleted_at is null;
-- For the order of the review desk.
create index applicants_due_visited on applicants (due_at) where clock_runs and status = 'visited';
-- For filters by the first digits of a pin code, and by days.
create index applicants_by_pin on applicants (status, pin_code text_pattern_ops, id) where deleted_at is null;
create index applicants_by_day on applicants (created_at, id) where deleted_at is null;

create function reject_unknown_upload() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct upload_id from added where upload_id is not null) as named
    where not exists (select from uploads where id = named.upload_id)
  ) then
    raise foreign_key_violation using message = 'there is no such upload', constraint = 'applicants_upload_id';
  end if;
  return null;
end $$;
create trigger applicants_of_upload after insert on applicants
  referencing new table as added for each statement execute function reject_unknown_upload();
