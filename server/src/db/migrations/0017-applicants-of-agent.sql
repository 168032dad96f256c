-- An agent's applicants of one status are listed and counted without reading their other work.
drop index applicants_by_agent;
create index applicants_by_agent on applicants (assigned_agent_id, status, id desc)
  where deleted_at is null and assigned_agent_id is not null;
