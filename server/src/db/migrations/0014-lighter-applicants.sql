-- What writing an applicant costs: nothing of the search when a status changes, little when many come at once.

-- What a search reads of the applicants that are not deleted, apart from them, in lower case. Triggers keep it in the
-- transaction of the change. What is new waits in a list without trigrams, which each search reads from end to end;
-- sort_in_applicant_texts soon moves it to where the index finds it.
create table applicant_texts (
  applicant_id bigint not null,
  application_id text not null,
  applicant_name text not null
);
create table applicant_texts_unsorted (
  applicant_id bigint primary key,
  application_id text not null,
  applicant_name text not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1);

insert into applicant_texts
  select id, lower(application_id), lower(applicant_name) from applicants where deleted_at is null order by id;
alter table applicant_texts add primary key (applicant_id);
create index applicant_texts_search on applicant_texts using gin
  ((applicant_id::text) gin_trgm_ops, application_id gin_trgm_ops, applicant_name gin_trgm_ops);
drop index applicants_search;
drop function sort_into_applicant_search();

create function add_applicant_texts() returns trigger language plpgsql as $$
begin
  insert into applicant_texts_unsorted
    select id, lower(application_id), lower(applicant_name) from added where deleted_at is null;
  return null;
end $$;
create trigger applicants_searched_insert after insert on applicants
  referencing new table as added for each statement execute function add_applicant_texts();

-- The list first: what is just being sorted in is waited for there, and then found where it went. Rows come before their
-- statement, which then counts that texts have changed: it looked at every row on its own, for nothing nearly always.
create function change_applicant_texts() returns trigger language plpgsql as $$
begin
  perform set_config('doorstep.texts_changed', 'on', true);
  delete from applicant_texts_unsorted where applicant_id = old.id;
  delete from applicant_texts where applicant_id = old.id;
  if new.deleted_at is null then
    insert into applicant_texts_unsorted values (new.id, lower(new.application_id), lower(new.applicant_name));
  end if;
  return null;
end $$;
create trigger applicants_searched_update
  after update of id, application_id, applicant_name, portfolio_name, deleted_at on applicants for each row
  when ((old.id, old.application_id, old.applicant_name, old.portfolio_name, old.deleted_at is null)
    is distinct from (new.id, new.application_id, new.applicant_name, new.portfolio_name, new.deleted_at is null))
  execute function change_applicant_texts();

-- A plan made for one changed row serves a million: there is no join in it whose order could matter.
create or replace function count_applicants() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
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
    texts := coalesce(current_setting('doorstep.texts_changed', true), '') = 'on';
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
    insert into applicant_blocks as kept
    select block, pg_backend_pid(), sum(change) from unnest(changed) as cell group by block having sum(change) <> 0
    on conflict (block, writer) do update set applicants = kept.applicants + excluded.applicants;
  end if;
  insert into change_counts as kept values (pg_backend_pid(), 1, texts::int, 0)
  on conflict (writer) do update set
    applicants = kept.applicants + 1, applicant_texts = kept.applicant_texts + excluded.applicant_texts;
  return null;
end $$;

create function remove_applicant_texts() returns trigger language plpgsql as $$
begin
  delete from applicant_texts_unsorted where applicant_id in (select id from removed);
  delete from applicant_texts where applicant_id in (select id from removed);
  return null;
end $$;
create trigger applicants_searched_delete after delete on applicants
  referencing old table as removed for each statement execute function remove_applicant_texts();

create function empty_applicant_texts() returns trigger language plpgsql as $$
begin
  delete from applicant_texts_unsorted;
  delete from applicant_texts;
  return null;
end $$;
create trigger applicants_searched_truncate after truncate on applicants
  for each statement execute function empty_applicant_texts();

-- Sorts in the oldest that wait and that nobody is changing, one sorter at a time; answers how many.
create function sort_in_applicant_texts(at_most int) returns int language plpgsql
  -- Only its owner may clean an index.
  security definer set search_path = public, pg_temp as $$
declare
  sorted int;
begin
  if not pg_try_advisory_xact_lock(hashtext('doorstep.sort_in_applicant_texts')) then return 0; end if;
  with free as materialized (
    select applicant_id from applicant_texts_unsorted order by applicant_id limit at_most for update skip locked
  ), gone as (
    delete from applicant_texts_unsorted u using free f where u.applicant_id = f.applicant_id returning u.*
  )
  insert into applicant_texts select * from gone;
  get diagnostics sorted = row_count;
  -- Searches read what the index itself has not sorted in yet, too.
  if sorted > 0 then perform gin_clean_pending_list('applicant_texts_search'); end if;
  return sorted;
end $$;

-- Writes anew what differs from the applicants, and holds back who would change one meanwhile; answers how many differed.
create function mend_applicant_texts() returns bigint language plpgsql as $$
declare
  wrong bigint[];
begin
  lock table applicants in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtext('doorstep.sort_in_applicant_texts'));
  wrong := array(
    select applicant_id from (
      select id as applicant_id, lower(application_id) as application_id, lower(applicant_name) as applicant_name
      from applicants where deleted_at is null
    ) as listed full join (
      select * from applicant_texts union all select * from applicant_texts_unsorted
    ) as kept using (applicant_id)
    where (listed.application_id, listed.applicant_name) is distinct from (kept.application_id, kept.applicant_name)
    union
    select applicant_id from applicant_texts join applicant_texts_unsorted using (applicant_id));
  delete from applicant_texts_unsorted where applicant_id = any(wrong);
  delete from applicant_texts where applicant_id = any(wrong);
  insert into applicant_texts_unsorted
    select id, lower(application_id), lower(applicant_name) from applicants
    where id = any(wrong) and deleted_at is null;
  if cardinality(wrong) > 0 then
    insert into change_counts as kept values (0, 1, 1, 0)
    on conflict (writer) do update set applicants = kept.applicants + 1, applicant_texts = kept.applicant_texts + 1;
  end if;
  return cardinality(wrong);
end $$;

-- Looked up row by row, a full upload asked 81,000 times for the one row that its own transaction had written.
alter table applicants drop constraint applicants_upload_id_fkey;
create function refuse_unknown_upload() returns trigger language plpgsql as $$
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
  referencing new table as added for each statement execute function refuse_unknown_upload();

-- Nobody is assigned to what has just come.
drop index applicants_by_agent;
create index applicants_by_agent on applicants (assigned_agent_id, id)
  where deleted_at is null and assigned_agent_id is not null;
