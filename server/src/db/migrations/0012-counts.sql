-- Stored counts, so that lists need not count. Each transaction appends rows that say how it changes the
-- counts. So no transaction waits for another one, and the counts are always exact. A job merges the appended
-- rows into the counts every second. The views whose names end in `_sums` contain the counts and the rows
-- that are not merged yet. Queries sum over these views.

create table counted_time_zone (
  is_only boolean primary key default true check (is_only),
  time_zone text not null
);
insert into counted_time_zone (time_zone) values ('Asia/Kolkata');

-- Counts the applicants that are not deleted: all of them, and those that were created in a month or on a
-- day. Months and days are in the time zone of counted_time_zone.
create table applicant_counts (
  span text not null check (span in ('all', 'month', 'day')),
  -- The first day of the span.
  start date not null,
  portfolio_name text not null,
  pending bigint not null,
  assigned bigint not null,
  visited bigint not null,
  submitted bigint not null,
  primary key (span, start, portfolio_name)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- For each block of 1,000 ids, the number of applicants that are not deleted. A list adds these numbers up to
-- find the start of a page far down.
create table applicant_blocks (block bigint primary key, applicants bigint not null)
  with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Each count reads this whole table, including its dead rows. Therefore, the threshold for a vacuum is low.
create table applicant_count_changes (
  id bigint generated always as identity primary key,
  day date not null,
  portfolio_name text not null,
  block bigint not null,
  pending bigint not null,
  assigned bigint not null,
  visited bigint not null,
  submitted bigint not null,
  -- Whether this change may affect which applicants a search without a filter finds.
  is_found_otherwise boolean not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

create table verification_counts (
  is_only boolean primary key default true check (is_only),
  pending bigint not null default 0,
  positive bigint not null default 0,
  negative bigint not null default 0
);
insert into verification_counts default values;

create table verification_count_changes (
  id bigint generated always as identity primary key,
  pending bigint not null,
  positive bigint not null,
  negative bigint not null,
  -- Whether this change may affect which verifications a search without a filter finds.
  is_found_otherwise boolean not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- The number of changes that were merged into the counts.
create table changes_rolled_up (
  is_only boolean primary key default true check (is_only),
  applicants bigint not null default 0,
  applicant_texts bigint not null default 0,
  verifications bigint not null default 0,
  verification_texts bigint not null default 0
);
insert into changes_rolled_up default values;

-- One generic plan suits one row and a million rows, because it has no join whose order could matter.
create function count_applicants() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  zone text := (select time_zone from counted_time_zone);
begin
  if tg_op = 'INSERT' then
    insert into applicant_count_changes
      (day, portfolio_name, block, pending, assigned, visited, submitted, is_found_otherwise)
    select (created_at at time zone zone)::date as day, portfolio_name, id / 1000 as block,
      count(*) filter (where status = 'pending'), count(*) filter (where status = 'assigned'),
      count(*) filter (where status = 'visited'), count(*) filter (where status = 'submitted'), true
    from added where deleted_at is null group by 1, 2, 3;
  else
    insert into applicant_count_changes
      (day, portfolio_name, block, pending, assigned, visited, submitted, is_found_otherwise)
    select (created_at at time zone zone)::date as day, portfolio_name, id / 1000 as block,
      -count(*) filter (where status = 'pending'), -count(*) filter (where status = 'assigned'),
      -count(*) filter (where status = 'visited'), -count(*) filter (where status = 'submitted'), true
    from removed where deleted_at is null group by 1, 2, 3;
  end if;
  return null;
end $$;
create trigger applicants_counted_insert after insert on applicants
  referencing new table as added for each statement execute function count_applicants();
create trigger applicants_counted_delete after delete on applicants
  referencing old table as removed for each statement execute function count_applicants();

-- Runs row by row, because nearly every update changes one applicant. For one applicant, a statement over all
-- changed rows took three times as long. Adds a row even if the counts stay the same, because the numbers
-- in the view `change_counts` must grow with each change.
create function count_changed_applicant() returns trigger language plpgsql as $$
begin
  if old.deleted_at is null and new.deleted_at is null
    and (new.portfolio_name, new.created_at) = (old.portfolio_name, old.created_at) then
    insert into applicant_count_changes
      (day, portfolio_name, block, pending, assigned, visited, submitted, is_found_otherwise)
    select (new.created_at at time zone time_zone)::date, new.portfolio_name, new.id / 1000,
      (new.status = 'pending')::int - (old.status = 'pending')::int,
      (new.status = 'assigned')::int - (old.status = 'assigned')::int,
      (new.status = 'visited')::int - (old.status = 'visited')::int,
      (new.status = 'submitted')::int - (old.status = 'submitted')::int,
      (new.application_id, new.applicant_name) <> (old.application_id, old.applicant_name)
    from counted_time_zone;
  else
    insert into applicant_count_changes
      (day, portfolio_name, block, pending, assigned, visited, submitted, is_found_otherwise)
    select (created_at at time zone time_zone)::date, portfolio_name, id / 1000,
      (status = 'pending')::int * change, (status = 'assigned')::int * change,
      (status = 'visited')::int * change, (status = 'submitted')::int * change,
      (new.application_id, new.applicant_name, new.portfolio_name, new.deleted_at is null)
        <> (old.application_id, old.applicant_name, old.portfolio_name, old.deleted_at is null)
    from counted_time_zone, (
      values (old.id, old.created_at, old.portfolio_name, old.status, old.deleted_at, -1),
        (new.id, new.created_at, new.portfolio_name, new.status, new.deleted_at, 1)
    ) as sides (id, created_at, portfolio_name, status, deleted_at, change)
    where deleted_at is null;
  end if;
  return null;
end $$;
create trigger applicants_counted_update after update on applicants
  for each row execute function count_changed_applicant();

create function count_verifications() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if tg_op = 'INSERT' then
    insert into verification_count_changes (pending, positive, negative, is_found_otherwise)
    select count(*) filter (where admin_decision = 'pending'), count(*) filter (where admin_decision = 'positive'),
      count(*) filter (where admin_decision = 'negative'), true
    from added;
  else
    insert into verification_count_changes (pending, positive, negative, is_found_otherwise)
    select -count(*) filter (where admin_decision = 'pending'), -count(*) filter (where admin_decision = 'positive'),
      -count(*) filter (where admin_decision = 'negative'), true
    from removed;
  end if;
  return null;
end $$;
create trigger verifications_counted_insert after insert on verifications
  referencing new table as added for each statement execute function count_verifications();
create trigger verifications_counted_delete after delete on verifications
  referencing old table as removed for each statement execute function count_verifications();

create function count_changed_verification() returns trigger language plpgsql as $$
begin
  insert into verification_count_changes (pending, positive, negative, is_found_otherwise) values (
    (new.admin_decision = 'pending')::int - (old.admin_decision = 'pending')::int,
    (new.admin_decision = 'positive')::int - (old.admin_decision = 'positive')::int,
    (new.admin_decision = 'negative')::int - (old.admin_decision = 'negative')::int,
    (new.applicant_id, new.agent_id) <> (old.applicant_id, old.agent_id));
  return null;
end $$;
create trigger verifications_counted_update after update on verifications for each row
  when ((new.admin_decision, new.applicant_id, new.agent_id) <> (old.admin_decision, old.applicant_id, old.agent_id))
  execute function count_changed_verification();

-- Merges the appended rows into the counts. Returns immediately if another process is merging them.
create function roll_up_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('doorstep.roll_up_counts')) then return; end if;

  with appended as (
    delete from applicant_count_changes returning *
  ), added_up as (
    insert into applicant_counts as kept
    select span, start, portfolio_name, sum(pending), sum(assigned), sum(visited), sum(submitted)
    from appended, lateral (
      values ('all', '-infinity'::date), ('month', date_trunc('month', day::timestamp)::date), ('day', day)
    ) as spans (span, start)
    group by span, start, portfolio_name
    on conflict (span, start, portfolio_name) do update set
      pending = kept.pending + excluded.pending, assigned = kept.assigned + excluded.assigned,
      visited = kept.visited + excluded.visited, submitted = kept.submitted + excluded.submitted
  ), added_by_block as (
    insert into applicant_blocks as kept
    select block, sum(pending + assigned + visited + submitted) from appended
    group by block having sum(pending + assigned + visited + submitted) <> 0
    on conflict (block) do update set applicants = kept.applicants + excluded.applicants
  )
  update changes_rolled_up set applicants = applicants + (select count(*) from appended),
    applicant_texts = applicant_texts + (select count(*) from appended where is_found_otherwise)
  where exists (select from appended);

  with appended as (
    delete from verification_count_changes returning *
  ), added_up as (
    update verification_counts as kept set pending = kept.pending + added.pending,
      positive = kept.positive + added.positive, negative = kept.negative + added.negative
    from (
      select sum(pending) as pending, sum(positive) as positive, sum(negative) as negative
      from appended having count(*) > 0
    ) as added
  )
  update changes_rolled_up set verifications = verifications + (select count(*) from appended),
    verification_texts = verification_texts + (select count(*) from appended where is_found_otherwise)
  where exists (select from appended);
end $$;

create view applicant_sums as
  select span, start, portfolio_name, pending, assigned, visited, submitted from applicant_counts
  union all
  select 'all', '-infinity', portfolio_name, pending, assigned, visited, submitted from applicant_count_changes
  union all
  select 'month', date_trunc('month', day::timestamp)::date, portfolio_name, pending, assigned, visited, submitted
  from applicant_count_changes
  union all
  select 'day', day, portfolio_name, pending, assigned, visited, submitted from applicant_count_changes;

create view applicant_block_sums as
  select block, applicants from applicant_blocks
  union all
  select block, pending + assigned + visited + submitted from applicant_count_changes;

create view verification_sums as
  select pending, positive, negative from verification_counts
  union all
  select pending, positive, negative from verification_count_changes;

-- Numbers that grow with each change. A cached search is valid as long as its number is unchanged.
create view change_counts as
  select applicants + (select count(*) from applicant_count_changes) as applicants,
    -- Changes of the texts that a search reads.
    applicant_texts + (select count(*) from applicant_count_changes where is_found_otherwise) as applicant_texts,
    verifications + (select count(*) from verification_count_changes) as verifications,
    -- Changes that may affect which verifications a search without a filter finds.
    verification_texts + (select count(*) from verification_count_changes where is_found_otherwise) as verification_texts
  from changes_rolled_up;

-- Recounts all applicants by the days of a time zone. Changes of applicants wait until the recount ends.
-- Returns how many counts were wrong, including those by day and month that a new time zone changes.
create function recount_applicants(zone text) returns bigint language plpgsql as $$
declare
  wrong bigint;
begin
  lock table applicants in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtext('doorstep.roll_up_counts'));
  create temporary table true_counts on commit drop as
    select span, start, portfolio_name,
      count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'assigned') as assigned,
      count(*) filter (where status = 'visited') as visited, count(*) filter (where status = 'submitted') as submitted
    from (select portfolio_name, status, (created_at at time zone zone)::date as day from applicants
        where deleted_at is null) as listed,
      lateral (
        values ('all', '-infinity'::date), ('month', date_trunc('month', day::timestamp)::date), ('day', day)
      ) as spans (span, start)
    group by span, start, portfolio_name;
  create temporary table true_blocks on commit drop as
    select id / 1000 as block, count(*) as applicants from applicants where deleted_at is null group by id / 1000;
  select (
    select count(*) from (
      select span, start, portfolio_name, sum(pending) as pending, sum(assigned) as assigned, sum(visited) as visited,
        sum(submitted) as submitted
      from applicant_sums group by span, start, portfolio_name
    ) as kept full join true_counts as counted using (span, start, portfolio_name)
    where (coalesce(kept.pending, 0), coalesce(kept.assigned, 0), coalesce(kept.visited, 0), coalesce(kept.submitted, 0))
      <> (coalesce(counted.pending, 0), coalesce(counted.assigned, 0), coalesce(counted.visited, 0),
        coalesce(counted.submitted, 0))
  ) + (
    select count(*)
    from (select block, sum(applicants) as applicants from applicant_block_sums group by block) as kept
    full join true_blocks as counted using (block)
    where coalesce(kept.applicants, 0) <> coalesce(counted.applicants, 0)
  ) into wrong;
  update changes_rolled_up set applicants = applicants + 1 + (select count(*) from applicant_count_changes),
    applicant_texts = applicant_texts + 1 + (select count(*) from applicant_count_changes where is_found_otherwise);
  delete from applicant_count_changes;
  delete from applicant_counts;
  insert into applicant_counts select * from true_counts;
  delete from applicant_blocks;
  insert into applicant_blocks select * from true_blocks;
  update counted_time_zone set time_zone = zone;
  drop table true_counts, true_blocks;
  return wrong;
end $$;

create function recount_verifications() returns bigint language plpgsql as $$
declare
  wrong bigint;
  counted verification_counts;
begin
  lock table verifications in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtext('doorstep.roll_up_counts'));
  select true, count(*) filter (where admin_decision = 'pending'), count(*) filter (where admin_decision = 'positive'),
    count(*) filter (where admin_decision = 'negative') into counted from verifications;
  select (sum(pending) <> counted.pending)::int + (sum(positive) <> counted.positive)::int
    + (sum(negative) <> counted.negative)::int into wrong from verification_sums;
  update changes_rolled_up
    set verifications = verifications + 1 + (select count(*) from verification_count_changes),
      verification_texts = verification_texts + 1
        + (select count(*) from verification_count_changes where is_found_otherwise);
  delete from verification_count_changes;
  update verification_counts
    set pending = counted.pending, positive = counted.positive, negative = counted.negative;
  return wrong;
end $$;

create function recount_emptied() returns trigger language plpgsql as $$
begin
  if tg_relid = 'applicants'::regclass then
    perform recount_applicants((select time_zone from counted_time_zone));
  else
    perform recount_verifications();
  end if;
  return null;
end $$;
create trigger applicants_counted_truncate after truncate on applicants
  for each statement execute function recount_emptied();
create trigger verifications_counted_truncate after truncate on verifications
  for each statement execute function recount_emptied();
