-- When the agent's phone was first sent an assignment. Until then a send-back can be undone.
alter table assignments add column fetched_at timestamptz;
