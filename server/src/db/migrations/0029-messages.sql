-- Messages between the office and an agent about a task. The messages of one applicant and one agent are a
-- conversation.
create table messages (
  id uuid primary key default gen_random_uuid(),
  -- The order of arrival, in which a conversation is listed.
  number bigint generated always as identity unique,
  applicant_id bigint not null references applicants,
  agent_id bigint not null references users,
  author_id bigint not null references users,
  is_from_office boolean not null generated always as (author_id <> agent_id) stored,
  text text not null check (text <> ''),
  sent_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- When the recipient opened the message. For a message to the office, also which admin opened it.
  read_at timestamptz,
  read_by bigint references users,
  -- Whether the agent no longer had the task when the message arrived. given_to is the agent who had the task
  -- at that time, if any.
  is_late boolean not null default false,
  given_to bigint references users,
  check (is_late or given_to is null)
);
create index messages_of on messages (applicant_id, agent_id, number);
create index messages_by_author on messages (author_id, received_at);

create function queue_message_push() returns trigger language plpgsql as $$
begin
  insert into push_news (session_id, kind)
    select session_id, 'message' from push_subscriptions where agent_id = new.agent_id;
  return null;
end $$;
create trigger messages_push_queued after insert on messages
  for each row when (new.is_from_office) execute function queue_message_push();
