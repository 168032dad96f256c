-- A browser of a field agent that wants to be told of tasks, for as long as its session is open.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  agent_id bigint not null references users,
  endpoint text not null check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_agent on push_subscriptions (agent_id);
create index push_subscriptions_endpoint on push_subscriptions (endpoint);

-- News that wait to be sent. Without a foreign key, whose lock would let an assignment wait for a sign-out.
create table push_news (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  kind text not null check (kind in ('new', 'gone')),
  at timestamptz not null default now(),
  try_at timestamptz not null default now(),
  tries int not null default 0
);
create index push_news_due on push_news (try_at);

create function drop_push() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where session_id = new.id;
  return null;
end $$;
create trigger sessions_push_dropped after update of ended_at on sessions
  for each row when (new.ended_at is not null) execute function drop_push();

-- A new assignment is news for its agent, and one that ended without a visit for the agent who had it. Not when the agent gave it back.
create function queue_push() returns trigger language plpgsql as $$
begin
  if new.assigned_agent_id is not null then
    insert into push_news (session_id, kind)
      select session_id, 'new' from push_subscriptions where agent_id = new.assigned_agent_id;
  end if;
  if old.status = 'assigned' and old.assigned_agent_id is distinct from new.assigned_agent_id
    and old.given_back_at is not distinct from new.given_back_at then
    insert into push_news (session_id, kind)
      select session_id, 'gone' from push_subscriptions where agent_id = old.assigned_agent_id;
  end if;
  return null;
end $$;
create trigger applicants_push_queued after update of assigned_agent_id, status on applicants
  for each row when (new.assignment_version <> old.assignment_version) execute function queue_push();
