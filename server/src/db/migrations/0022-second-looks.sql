-- A first decision, the decision that another reviewer makes on the same verification, and the result.
create table second_looks (
  id bigint generated always as identity primary key,
  verification_id bigint not null references verifications on delete cascade,
  because text not null check (because in ('finding', 'asked', 'new_agent', 'sample')),
  -- Whether the first decision counts only after the second look. admin_decision is unchanged until then.
  delays boolean not null,
  -- Null unless this decision was drawn at random. Otherwise the percentage that was drawn at that time.
  drawn_percent int check (drawn_percent between 1 and 100),
  first_by bigint not null references users,
  first_decision text not null check (first_decision in ('positive', 'negative')),
  first_notes text not null default '',
  first_at timestamptz not null default now(),
  second_by bigint references users,
  second_decision text check (second_decision in ('positive', 'negative')),
  second_notes text not null default '',
  second_at timestamptz,
  -- The second decision that a reviewer undid. Quality figures use it instead of the reviewer's next decision,
  -- because only the undone decision was made blind.
  undone_by bigint references users,
  undone_decision text check (undone_decision in ('positive', 'negative')),
  settled_by bigint references users,
  settled_decision text check (settled_decision in ('positive', 'negative')),
  settled_notes text not null default '',
  settled_at timestamptz,
  -- When another decision replaced the first decision.
  ended_at timestamptz,
  state text not null generated always as (case when settled_by is not null then 'settled'
    when second_by is null then 'owed' when second_decision = first_decision then 'agreed' else 'differs' end) stored,
  check (num_nonnulls(undone_by, undone_decision) in (0, 2)),
  constraint second_looks_second_is_signed check (num_nonnulls(second_by, second_decision, second_at) in (0, 3)),
  constraint second_looks_settled_is_signed check (num_nonnulls(settled_by, settled_decision, settled_at) in (0, 3)),
  constraint second_looks_by_another check (second_by <> first_by)
);
create unique index second_looks_current on second_looks (verification_id) where ended_at is null;
create index second_looks_of_verification on second_looks (verification_id, id);
-- For the two parts of the queue: second looks that delay a decision, and all others. The first part is short,
-- so it is sorted by due time only when it is read.
create index second_looks_delaying on second_looks (verification_id, first_by)
  where ended_at is null and state in ('owed', 'differs') and delays;
create index second_looks_waiting on second_looks (first_at, verification_id) include (first_by, state)
  where ended_at is null and state in ('owed', 'differs') and not delays;
create index second_looks_differing on second_looks (verification_id)
  where ended_at is null and state = 'differs';
-- For quality figures: the random second looks in which a reviewer made the first or the second decision.
create index second_looks_drawn_first on second_looks (first_by, second_at) where drawn_percent is not null;
create index second_looks_drawn_second on second_looks (second_by, second_at) where drawn_percent is not null;

create function note_second_look() returns trigger language plpgsql as $$
begin
  update verifications v set second_look = (
    select state from second_looks l where l.verification_id = v.id and l.ended_at is null)
  where v.id = coalesce(new.verification_id, old.verification_id);
  return null;
end $$;
create trigger second_looks_noted after insert or update or delete on second_looks
  for each row execute function note_second_look();
