-- The texts that a search for applicants reads, in lower case. Deleted applicants have no row. The texts have
-- a separate table, so that a change of a status does not touch the index. Triggers update this table in the
-- transaction that changes the applicant.
create table applicant_texts (
  applicant_id bigint primary key,
  application_id text not null,
  applicant_name text not null
) with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 5000);
-- New entries wait in the index's pending list, which searches read too. After about 5,000 new rows,
-- autovacuum merges this list into the index. Merging after every 4 MB took a fifth of an upload's time.
create index applicant_texts_search on applicant_texts using gin
  ((applicant_id::text) gin_trgm_ops, application_id gin_trgm_ops, applicant_name gin_trgm_ops)
  with (gin_pending_list_limit = 32768);

create function add_applicant_texts() returns trigger language plpgsql as $$
begin
  insert into applicant_texts
    select id, lower(application_id), lower(applicant_name) from added where deleted_at is null;
  return null;
end $$;
create trigger applicants_searched_insert after insert on applicants
  referencing new table as added for each statement execute function add_applicant_texts();

create function change_applicant_texts() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    delete from applicant_texts where applicant_id = new.id;
  else
    insert into applicant_texts values (new.id, lower(new.application_id), lower(new.applicant_name))
    on conflict (applicant_id) do update
      set application_id = excluded.application_id, applicant_name = excluded.applicant_name;
  end if;
  return null;
end $$;
create trigger applicants_searched_update
  after update of application_id, applicant_name, deleted_at on applicants for each row
  when ((old.application_id, old.applicant_name, old.deleted_at is null)
    is distinct from (new.application_id, new.applicant_name, new.deleted_at is null))
  execute function change_applicant_texts();

create function remove_applicant_texts() returns trigger language plpgsql as $$
begin
  delete from applicant_texts where applicant_id in (select id from removed);
  return null;
end $$;
create trigger applicants_searched_delete after delete on applicants
  referencing old table as removed for each statement execute function remove_applicant_texts();

create function empty_applicant_texts() returns trigger language plpgsql as $$
begin
  delete from applicant_texts;
  return null;
end $$;
create trigger applicants_searched_truncate after truncate on applicants
  for each statement execute function empty_applicant_texts();

-- Repairs the rows that differ from the applicants, and returns their number. Changes of applicants wait
-- until the repair ends.
create function repair_applicant_texts() returns bigint language plpgsql as $$
declare
  wrong bigint[];
begin
  lock table applicants in share row exclusive mode;
  wrong := array(
    select applicant_id from (
      select id as applicant_id, lower(application_id) as application_id, lower(applicant_name) as applicant_name
      from applicants where deleted_at is null
    ) as listed full join applicant_texts as kept using (applicant_id)
    where (listed.application_id, listed.applicant_name) is distinct from (kept.application_id, kept.applicant_name));
  delete from applicant_texts where applicant_id = any(wrong);
  insert into applicant_texts
    select id, lower(application_id), lower(applicant_name) from applicants
    where id = any(wrong) and deleted_at is null;
  if cardinality(wrong) > 0 then
    update changes_rolled_up set applicants = applicants + 1, applicant_texts = applicant_texts + 1;
  end if;
  return cardinality(wrong);
end $$;
