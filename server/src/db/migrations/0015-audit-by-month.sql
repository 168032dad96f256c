-- The audit by month. The number of a row begins with its month, so that whoever asks by number (a seal, a page, an
-- event) looks into one month alone, and months are in the order of numbers.

-- The first number of the month that a moment is in, by UTC.
create function audit_month(moment timestamptz) returns bigint language sql immutable parallel safe
  return ((extract(year from moment at time zone 'UTC') - 2020) * 12
    + extract(month from moment at time zone 'UTC'))::bigint * 10000000000;

alter table audit rename to audit_undated;
alter table audit_undated alter column id drop identity;
create sequence audit_numbers;
select setval('audit_numbers', max(id)) from audit_undated;

create table audit (
  id bigint not null default audit_month(now()) + nextval('audit_numbers'),
  at timestamptz not null default now(),
  actor_id bigint references users,
  action text not null,
  subject text not null,
  subject_id bigint,
  before jsonb,
  after jsonb,
  request_id text,
  address text,
  constraint audit_id primary key (id)
) partition by range (id);
create index audit_of_subject on audit (subject, subject_id, id desc);
create index audit_of_actor on audit (actor_id, at);
create index audit_of_action on audit (action, at);
create index audit_of_time on audit using brin (at);
alter sequence audit_numbers owned by audit.id;

-- Whoever names a month's table instead of the audit meets the same guards.
create function guard_audit(name regclass) returns void language plpgsql as $$
begin
  execute format('create trigger audit_append_only before update or delete on %s
    for each statement execute function refuse_change()', name);
  execute format('create trigger audit_no_truncate before truncate on %s
    for each statement execute function refuse_change()', name);
  execute format('create trigger audit_await_seal after insert on %s
    referencing new table as added for each statement execute function await_seal()', name);
end $$;
select guard_audit('audit');

-- What nobody has made a month for, such as the rows of a clock that runs far ahead.
create table audit_coming (like audit including all);
select guard_audit('audit_coming');

-- The first numbers of the months that there are, and of what comes after them.
create function audit_months() returns table (first bigint, until bigint) language sql stable
  set search_path = public, pg_temp as $$
    select (select substring(pg_get_expr(relpartbound, oid) from '\) TO \(''?(\d+)')::bigint
        from pg_class where oid = 'audit_undated'::regclass),
      (select substring(pg_get_expr(relpartbound, oid) from 'FROM \(''?(\d+)')::bigint
        from pg_class where oid = 'audit_coming'::regclass)
  $$;

-- Makes the tables of the coming year's months when fewer than three are left, unless rows stand where they would go;
-- answers how many it made.
create function make_audit_months() returns int language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  bound bigint := (select until from audit_months());
  month int;
  name text;
  made int := 0;
begin
  -- Looked at before anything is locked: most days there is nothing to do.
  if bound > audit_month(now() + interval '3 months') then return 0; end if;
  -- A month's reference to the users locks them: first, for who changes one writes to the audit next.
  lock table users in share row exclusive mode;
  lock table audit in access exclusive mode;
  bound := (select until from audit_months());
  if exists (select from audit_coming) then return 0; end if;
  alter table audit detach partition audit_coming;
  while bound <= audit_month(now() + interval '1 year') loop
    month := bound / 10000000000 - 1;
    name := 'audit_' || to_char(make_date(2020 + month / 12, month % 12 + 1, 1), 'YYYY_MM');
    execute format('create table %I (like audit including all)', name);
    perform guard_audit(name::regclass);
    -- By numbers, not by time: a month later is not the same in every time zone.
    execute format('alter table audit attach partition %I for values from (%s) to (%s)',
      name, bound, bound + 10000000000);
    bound := bound + 10000000000;
    made := made + 1;
  end loop;
  execute format('alter table audit attach partition audit_coming for values from (%s) to (maxvalue)', bound);
  return made;
end $$;

-- Begins the months with the one whose first number it is. Before them stands what was numbered before numbers had a month,
-- and what a clock that runs far behind would number. Not where months hold rows already.
create function begin_audit_months(first bigint) returns void language plpgsql as $$
declare
  month regclass;
begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'audit'::regclass loop
    execute format('alter table audit detach partition %s', month);
    if month not in ('audit_undated'::regclass, 'audit_coming'::regclass) then
      execute format('alter table %s add check (false)', month);
      execute format('drop table %s', month);
    end if;
  end loop;
  execute format('alter table audit attach partition audit_undated for values from (minvalue) to (%s)', first);
  execute format('alter table audit attach partition audit_coming for values from (%s) to (maxvalue)', first);
  perform make_audit_months();
end $$;
revoke execute on function guard_audit(regclass), make_audit_months(), begin_audit_months(bigint) from public;
select begin_audit_months(audit_month(now()));
