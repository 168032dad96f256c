-- The clock stops a minute after the decision, when the decision can no longer be undone. A stopped clock
-- never starts again.
create function stop_clock() returns trigger language plpgsql as $$
begin
  if new.status = 'submitted' then
    if old.clock_stopped_at is null or old.clock_stopped_at > now() then
      new.clock_stopped_at = now() + interval '60 seconds';
    end if;
  elsif old.clock_stopped_at >= now() then
    new.clock_stopped_at = null;
  end if;
  return new;
end $$;
create trigger applicants_clock_stopped before update of status on applicants
  for each row when (new.due_at is not null and new.status <> old.status) execute function stop_clock();

-- Moves the time at which the clock will stop, after a new decision or an undo has changed decided_at.
create function stop_clock_again() returns trigger language plpgsql as $$
begin
  update applicants a set clock_stopped_at = new.decided_at + interval '60 seconds'
    where a.id = new.applicant_id and a.status = 'submitted' and a.clock_stopped_at >= now()
      and new.id = (select max(v.id) from verifications v where v.applicant_id = a.id);
  return null;
end $$;
create trigger verifications_clock_stopped after update of decided_at on verifications
  for each row when (old.decided_at <> new.decided_at) execute function stop_clock_again();

create table clock_pauses (
  id bigint generated always as identity primary key,
  applicant_id bigint not null references applicants on delete cascade,
  because text not null check (because in ('lender_query', 'applicant_asked', 'force_majeure')),
  from_at timestamptz not null default now(),
  by_id bigint not null references users,
  to_at timestamptz,
  resumed_by bigint references users,
  constraint clock_pauses_end_is_signed check ((to_at is null) = (resumed_by is null)),
  constraint clock_pauses_end_is_later check (to_at >= from_at)
);
create index clock_pauses_of_applicant on clock_pauses (applicant_id, id);
create unique index clock_pauses_open on clock_pauses (applicant_id) where to_at is null;
