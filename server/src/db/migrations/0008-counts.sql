-- Sums that spare counting: triggers keep them in the transaction of the change itself, so that they are exactly what
-- count(*) would say. Each connection adds in rows of its own ("writer" is its process), so that nobody ever waits for
-- another's commit; fold_counts gathers them under writer 0. A single row may well be negative: only sums mean something.

-- Applicants that are not deleted by the time they were created, in the time zone of counted_time_zone.
create table applicant_sums (
  span text not null check (span in ('all', 'month', 'day')),
  -- The first day of the span.
  start date not null,
  portfolio_name text not null,
  writer int not null,
  pending bigint not null,
  assigned bigint not null,
  visited bigint not null,
  submitted bigint not null,
  primary key (span, start, portfolio_name, writer)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table counted_time_zone (
  is_only boolean primary key default true check (is_only),
  time_zone text not null
);
insert into counted_time_zone (time_zone) values ('Asia/Kolkata');

-- How many of each thousand ids are not deleted: the start of a deep page is found by adding these up.
create table applicant_blocks (
  block bigint not null,
  writer int not null,
  applicants bigint not null,
  primary key (block, writer)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create table verification_sums (
  writer int primary key,
  pending bigint not null,
  positive bigint not null,
  negative bigint not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- How often something changed. The same number in a later snapshot means that nothing did: what was found in between is
-- still right.
create table change_counts (
  writer int primary key,
  applicants bigint not null,
  -- Which applicants there are, and what a search reads of them.
  applicant_texts bigint not null,
  verifications bigint not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create type applicant_cell as (portfolio_name text, day date, status text, block bigint, change bigint);

-- A plan made for one changed row serves a million: there is no join in it whose order could matter.
create function count_applicants() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  zone text := (select time_zone from counted_time_zone);
  changed applicant_cell[];
  texts boolean := true;
begin
  if tg_op = 'TRUNCATE' then
    -- What is being folded would come back under writer 0.
    perform pg_advisory_xact_lock(hashtext('doorstep.fold_counts'));
    delete from applicant_sums;
    delete from applicant_blocks;
    changed := '{}';
  elsif tg_op = 'INSERT' then
    changed := array(
      select row(portfolio_name, (created_at at time zone zone)::date, status, id / 1000, count(*))::applicant_cell
      from added where deleted_at is null
      group by portfolio_name, (created_at at time zone zone)::date, status, id / 1000);
  elsif tg_op = 'DELETE' then
    changed := array(
      select row(portfolio_name, (created_at at time zone zone)::date, status, id / 1000, -count(*))::applicant_cell
      from removed where deleted_at is null
      group by portfolio_name, (created_at at time zone zone)::date, status, id / 1000);
  else
    changed := array(
      select row(portfolio_name, (created_at at time zone zone)::date, status, id / 1000, sum(change))::applicant_cell
      from (
        select portfolio_name, created_at, status, id, 1 as change from added where deleted_at is null
        union all
        select portfolio_name, created_at, status, id, -1 from removed where deleted_at is null
      ) as both_sides
      group by portfolio_name, (created_at at time zone zone)::date, status, id / 1000
      having sum(change) <> 0);
    texts := exists (
      select id, application_id, applicant_name, portfolio_name, deleted_at is null from added
      except
      select id, application_id, applicant_name, portfolio_name, deleted_at is null from removed);
  end if;

  if cardinality(changed) > 0 then
    insert into applicant_sums as kept
    select span, start, portfolio_name, pg_backend_pid(),
      coalesce(sum(change) filter (where status = 'pending'), 0),
      coalesce(sum(change) filter (where status = 'assigned'), 0),
      coalesce(sum(change) filter (where status = 'visited'), 0),
      coalesce(sum(change) filter (where status = 'submitted'), 0)
    from unnest(changed) as cell,
      lateral (values ('all', '-infinity'::date), ('month', date_trunc('month', day::timestamp)::date), ('day', day)) as spans (span, start)
    group by span, start, portfolio_name
    on conflict (span, start, portfolio_name, writer) do update set
      pending = kept.pending + excluded.pending, assigned = kept.assigned + excluded.assigned,
      visited = kept.visited + excluded.visited, submitted = kept.submitted + excluded.submitted;
  end if;
  if texts and cardinality(changed) > 0 then
    insert into applicant_blocks as kept
    select block, pg_backend_pid(), sum(change) from unnest(changed) as cell group by block having sum(change) <> 0
    on conflict (block, writer) do update set applicants = kept.applicants + excluded.applicants;
  end if;
  insert into change_counts as kept values (pg_backend_pid(), 1, texts::int, 0)
  on conflict (writer) do update set
    applicants = kept.applicants + 1, applicant_texts = kept.applicant_texts + excluded.applicant_texts;
  return null;
end $$;
create trigger applicants_counted_insert after insert on applicants
  referencing new table as added for each statement execute function count_applicants();
create trigger applicants_counted_update after update on applicants
  referencing old table as removed new table as added for each statement execute function count_applicants();
create trigger applicants_counted_delete after delete on applicants
  referencing old table as removed for each statement execute function count_applicants();
create trigger applicants_counted_truncate after truncate on applicants
  for each statement execute function count_applicants();

create function count_verifications() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if tg_op = 'TRUNCATE' then
    perform pg_advisory_xact_lock(hashtext('doorstep.fold_counts'));
    delete from verification_sums;
  elsif tg_op = 'INSERT' then
    insert into verification_sums as kept
    select pg_backend_pid(), count(*) filter (where admin_decision = 'pending'),
      count(*) filter (where admin_decision = 'positive'), count(*) filter (where admin_decision = 'negative')
    from added
    on conflict (writer) do update set pending = kept.pending + excluded.pending,
      positive = kept.positive + excluded.positive, negative = kept.negative + excluded.negative;
  elsif tg_op = 'DELETE' then
    insert into verification_sums as kept
    select pg_backend_pid(), -count(*) filter (where admin_decision = 'pending'),
      -count(*) filter (where admin_decision = 'positive'), -count(*) filter (where admin_decision = 'negative')
    from removed
    on conflict (writer) do update set pending = kept.pending + excluded.pending,
      positive = kept.positive + excluded.positive, negative = kept.negative + excluded.negative;
  else
    insert into verification_sums as kept
    select pg_backend_pid(), coalesce(sum(change) filter (where admin_decision = 'pending'), 0),
      coalesce(sum(change) filter (where admin_decision = 'positive'), 0),
      coalesce(sum(change) filter (where admin_decision = 'negative'), 0)
    from (
      select admin_decision, 1 as change from added
      union all
      select admin_decision, -1 from removed
    ) as both_sides
    on conflict (writer) do update set pending = kept.pending + excluded.pending,
      positive = kept.positive + excluded.positive, negative = kept.negative + excluded.negative;
  end if;
  insert into change_counts as kept values (pg_backend_pid(), 0, 0, 1)
  on conflict (writer) do update set verifications = kept.verifications + 1;
  return null;
end $$;
create trigger verifications_counted_insert after insert on verifications
  referencing new table as added for each statement execute function count_verifications();
create trigger verifications_counted_update after update on verifications
  referencing old table as removed new table as added for each statement execute function count_verifications();
create trigger verifications_counted_delete after delete on verifications
  referencing old table as removed for each statement execute function count_verifications();
create trigger verifications_counted_truncate after truncate on verifications
  for each statement execute function count_verifications();

-- Gathers under writer 0 what no open transaction holds. One folds at a time, and only it writes there.
create function fold_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('doorstep.fold_counts')) then return; end if;

  with free as materialized (
    select span, start, portfolio_name, writer from applicant_sums where writer <> 0 for update skip locked
  ), gone as (
    delete from applicant_sums s using free f
    where (s.span, s.start, s.portfolio_name, s.writer) = (f.span, f.start, f.portfolio_name, f.writer)
    returning s.*
  )
  insert into applicant_sums as kept
  select span, start, portfolio_name, 0, sum(pending), sum(assigned), sum(visited), sum(submitted)
  from gone group by span, start, portfolio_name
  on conflict (span, start, portfolio_name, writer) do update set
    pending = kept.pending + excluded.pending, assigned = kept.assigned + excluded.assigned,
    visited = kept.visited + excluded.visited, submitted = kept.submitted + excluded.submitted;

  with free as materialized (
    select block, writer from applicant_blocks where writer <> 0 for update skip locked
  ), gone as (
    delete from applicant_blocks b using free f where (b.block, b.writer) = (f.block, f.writer) returning b.*
  )
  insert into applicant_blocks as kept select block, 0, sum(applicants) from gone group by block
  on conflict (block, writer) do update set applicants = kept.applicants + excluded.applicants;

  with free as materialized (
    select writer from verification_sums where writer <> 0 for update skip locked
  ), gone as (
    delete from verification_sums v using free f where v.writer = f.writer returning v.*
  )
  insert into verification_sums as kept
  select 0, sum(pending), sum(positive), sum(negative) from gone having count(*) > 0
  on conflict (writer) do update set pending = kept.pending + excluded.pending,
    positive = kept.positive + excluded.positive, negative = kept.negative + excluded.negative;

  with free as materialized (
    select writer from change_counts where writer <> 0 for update skip locked
  ), gone as (
    delete from change_counts c using free f where c.writer = f.writer returning c.*
  )
  insert into change_counts as kept
  select 0, sum(applicants), sum(applicant_texts), sum(verifications) from gone having count(*) > 0
  on conflict (writer) do update set applicants = kept.applicants + excluded.applicants,
    applicant_texts = kept.applicant_texts + excluded.applicant_texts,
    verifications = kept.verifications + excluded.verifications;
end $$;

-- Counts all applicants anew by the days of a time zone, and holds back who would change one meanwhile.
-- Answers how many sums had been wrong; all those by day, where the zone is another.
create function recount_applicants(zone text) returns bigint language plpgsql as $$
declare
  wrong bigint;
begin
  lock table applicants in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtext('doorstep.fold_counts'));
  create temporary table true_sums on commit drop as
    select span, start, portfolio_name,
      count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'assigned') as assigned,
      count(*) filter (where status = 'visited') as visited, count(*) filter (where status = 'submitted') as submitted
    from (select portfolio_name, status, (created_at at time zone zone)::date as day from applicants
        where deleted_at is null) as listed,
      lateral (values ('all', '-infinity'::date), ('month', date_trunc('month', day::timestamp)::date), ('day', day)) as spans (span, start)
    group by span, start, portfolio_name;
  create temporary table true_blocks on commit drop as
    select id / 1000 as block, count(*) as applicants from applicants where deleted_at is null group by id / 1000;
  select (
    select count(*) from (
      select span, start, portfolio_name, sum(pending) as pending, sum(assigned) as assigned, sum(visited) as visited,
        sum(submitted) as submitted
      from applicant_sums group by span, start, portfolio_name
    ) as kept full join true_sums as counted using (span, start, portfolio_name)
    where (coalesce(kept.pending, 0), coalesce(kept.assigned, 0), coalesce(kept.visited, 0), coalesce(kept.submitted, 0))
      <> (coalesce(counted.pending, 0), coalesce(counted.assigned, 0), coalesce(counted.visited, 0), coalesce(counted.submitted, 0))
  ) + (
    select count(*) from (select block, sum(applicants) as applicants from applicant_blocks group by block) as kept
    full join true_blocks as counted using (block)
    where coalesce(kept.applicants, 0) <> coalesce(counted.applicants, 0)
  ) into wrong;
  delete from applicant_sums;
  insert into applicant_sums
    select span, start, portfolio_name, 0, pending, assigned, visited, submitted from true_sums;
  delete from applicant_blocks;
  insert into applicant_blocks select block, 0, applicants from true_blocks;
  update counted_time_zone set time_zone = zone;
  insert into change_counts as kept values (0, 1, 1, 0)
  on conflict (writer) do update set applicants = kept.applicants + 1, applicant_texts = kept.applicant_texts + 1;
  drop table true_sums, true_blocks;
  return wrong;
end $$;

create function recount_verifications() returns bigint language plpgsql as $$
declare
  wrong bigint;
  counted verification_sums;
begin
  lock table verifications in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtext('doorstep.fold_counts'));
  select 0, count(*) filter (where admin_decision = 'pending'), count(*) filter (where admin_decision = 'positive'),
    count(*) filter (where admin_decision = 'negative') into counted from verifications;
  select (coalesce(sum(pending), 0) <> counted.pending)::int + (coalesce(sum(positive), 0) <> counted.positive)::int
    + (coalesce(sum(negative), 0) <> counted.negative)::int into wrong from verification_sums;
  delete from verification_sums;
  insert into verification_sums select counted.*;
  insert into change_counts as kept values (0, 0, 0, 1)
  on conflict (writer) do update set verifications = kept.verifications + 1;
  return wrong;
end $$;

select recount_applicants('Asia/Kolkata'), recount_verifications();
