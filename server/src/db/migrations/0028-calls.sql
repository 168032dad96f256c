-- Calls of agents to applicants. Deleted with the applicant's personal data.
create table calls (
  -- The phone makes the id. A call that is sent twice has the same id.
  id uuid primary key,
  applicant_id bigint not null references applicants,
  agent_id bigint not null references users,
  -- The assignment that the phone had.
  assignment_version int not null,
  -- In the server's time: the phone has already corrected the error of its clock.
  at timestamptz not null,
  result text not null check (result in ('reached', 'not_reachable', 'switched_off', 'appointment')),
  appointment_at timestamptz,
  received_at timestamptz not null default now(),
  check ((result = 'appointment') = (appointment_at is not null))
);
create index calls_of_applicant on calls (applicant_id, at);
