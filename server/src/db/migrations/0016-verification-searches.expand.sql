-- A search through verifications is repeated only after a change by which it may find others. Checking a visit's evidence
-- or adding its photos is none; a decision is none to a search without a filter.

-- In the order in which those lock who read it meanwhile.
lock table change_counts in access exclusive mode;
-- With a default, for what another server has begun with the trigger as it was.
alter table verification_count_changes add column is_found_otherwise boolean not null default true;
alter table changes_rolled_up add column verification_texts bigint not null default 0;

create or replace function count_verifications() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if tg_op = 'INSERT' then
    insert into verification_count_changes (pending, positive, negative, is_found_otherwise)
    select count(*) filter (where admin_decision = 'pending'), count(*) filter (where admin_decision = 'positive'),
      count(*) filter (where admin_decision = 'negative'), true
    from added;
  elsif tg_op = 'DELETE' then
    insert into verification_count_changes (pending, positive, negative, is_found_otherwise)
    select -count(*) filter (where admin_decision = 'pending'), -count(*) filter (where admin_decision = 'positive'),
      -count(*) filter (where admin_decision = 'negative'), true
    from removed;
  else
    -- A row even where nothing adds up to another sum: two verifications may have changed places.
    insert into verification_count_changes (pending, positive, negative, is_found_otherwise)
    select
      count(*) filter (where after.admin_decision = 'pending') - count(*) filter (where before.admin_decision = 'pending'),
      count(*) filter (where after.admin_decision = 'positive') - count(*) filter (where before.admin_decision = 'positive'),
      count(*) filter (where after.admin_decision = 'negative') - count(*) filter (where before.admin_decision = 'negative'),
      bool_or((after.applicant_id, after.agent_id) is distinct from (before.applicant_id, before.agent_id))
    from added after full join removed before using (id)
    where (after.admin_decision, after.applicant_id, after.agent_id)
      is distinct from (before.admin_decision, before.applicant_id, before.agent_id)
    having count(*) > 0;
  end if;
  return null;
end $$;

create or replace function roll_up_counts() returns void language plpgsql as $$
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

create or replace view change_counts as
  select applicants + (select count(*) from applicant_count_changes) as applicants,
    -- Which applicants there are, and what a search reads of them.
    applicant_texts + (select count(*) from applicant_count_changes where is_found_otherwise) as applicant_texts,
    verifications + (select count(*) from verification_count_changes) as verifications,
    -- Which verifications there are, and whom they are of and about.
    verification_texts + (select count(*) from verification_count_changes where is_found_otherwise) as verification_texts
  from changes_rolled_up;

create or replace function recount_verifications() returns bigint language plpgsql as $$
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
