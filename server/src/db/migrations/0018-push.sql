-- An agent's browser. It gets push messages while its session is open.
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

-- Push messages that wait to be sent. No foreign key to sessions, because its lock would make an assignment
-- wait for a sign-out.
create table push_news (
  id bigint generated always as identity primary key,
  session_id uuid not null,
  kind text not null check (kind in ('new', 'gone', 'message')),
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

-- Queues a push message for the agent of a new assignment. Also queues one for an agent who lost a task
-- without a visit, unless this agent gave the task back.
create function queue_push() returns trigger language plpgsql as $$
begin
  insert into push_news (session_id, kind)
    select session_id, case agent_id when new.assigned_agent_id then 'new' else 'gone' end
    from push_subscriptions
    where agent_id = new.assigned_agent_id
      or agent_id = old.assigned_agent_id and old.status = 'assigned'
        and old.assigned_agent_id is distinct from new.assigned_agent_id
        and old.given_back_at is not distinct from new.given_back_at;
  return null;
end $$;
create trigger applicants_push_queued after update of assigned_agent_id, status on applicants
  for each row when (new.assignment_version <> old.assignment_version) execute function queue_push();
