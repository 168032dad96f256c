create table verifications (
  id bigint generated always as identity (start with 50001) primary key,
  applicant_id bigint not null references applicants,
  agent_id bigint not null references users,
  visit_id uuid unique references visits,
  outcome text not null default 'met',
  -- The number of visits until this verification: its own visit, and the attempts since the visit of the
  -- previous verification. Stored for the lists. Recounted when an attempt arrives late.
  tries int not null default 1,
  overall_observation text not null check (overall_observation in ('positive', 'negative')),
  neighbour1_name text not null default '',
  neighbour1_address text not null default '',
  neighbour1_feedback text not null default '',
  neighbour2_name text not null default '',
  neighbour2_address text not null default '',
  neighbour2_feedback text not null default '',
  remark text not null default '',
  verification_address text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- Copied from the applicant, whose portfolio never changes. With this copy, one index is enough for filters
  -- by portfolio and days.
  portfolio_name text not null,
  image_count int not null default 0,
  photos_expected int not null default 0,
  photos_expired_at timestamptz,
  submitted_at timestamptz not null default now(),
  admin_decision text not null default 'pending'
    check (admin_decision in ('pending', 'positive', 'negative')),
  decided_by bigint references users,
  decided_at timestamptz,
  decision_notes text not null default '',
  -- The notes of the decision that the current decision replaced. An undo takes the notes from here,
  -- and the other values from the audit, which has no notes.
  replaced_notes text not null default '',
  sent_back_at timestamptz,
  -- Whether a check has ever made a serious finding, even if the finding was later dismissed or deleted.
  was_serious boolean not null default false,
  -- The state of the current second look.
  second_look text check (second_look in ('owed', 'agreed', 'differs', 'settled')),
  -- Whether the checks must run. They must run again after a correction of the pin code, after
  -- `npm run recheck`, and after a new finding of another verification that refers to this applicant.
  evidence_due boolean not null default true,
  evidence_checked_at timestamptz,
  -- The parts of the visit for which the last run of the checks had enough data.
  checked_parts text[],
  idempotency_key text not null,
  -- SHA-256 of the submission. A later submission with the same key but different contents is rejected.
  request_sha256 bytea not null,
  constraint verifications_decision_is_signed
    check ((admin_decision = 'pending') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  constraint verifications_idempotency unique (agent_id, idempotency_key)
);
create index verifications_by_decision on verifications (admin_decision, id desc);
create index verifications_by_applicant on verifications (applicant_id, id desc);
create index verifications_by_agent on verifications (agent_id, id desc)
  include (admin_decision, outcome, submitted_at, applicant_id);
create index verifications_by_decider on verifications (decided_by, decided_at) where decided_by is not null;
create index verifications_by_day on verifications (submitted_at, id)
  include (applicant_id, agent_id, admin_decision, portfolio_name);
create index verifications_by_outcome on verifications (outcome, id desc) where outcome <> 'met';
create index verifications_search on verifications using gin ((id::text) gin_trgm_ops);

create function copy_portfolio() returns trigger language plpgsql as $$
begin
  new.portfolio_name = (select portfolio_name from applicants where id = new.applicant_id);
  return new;
end $$;
create trigger verifications_portfolio before insert on verifications
  for each row when (new.portfolio_name is null) execute function copy_portfolio();

create table send_backs (
  id bigint generated always as identity primary key,
  verification_id bigint not null references verifications,
  reasons text[] not null check (cardinality(reasons) > 0),
  note text not null default '',
  photos_wanted text[] not null default '{}',
  by_id bigint not null references users,
  at timestamptz not null default now(),
  -- The visit that answered the send-back.
  answered_by uuid references visits
);
create index send_backs_of_verification on send_backs (verification_id, id desc);
create index send_backs_open on send_backs (verification_id) where answered_by is null;
create index send_backs_by_admin on send_backs (by_id, at);
