-- The reviewers' answers to the practice cases. The cases themselves are only in the app, in no table.
create table practice_answers (
  user_id bigint not null references users,
  case_number smallint not null check (case_number > 0),
  answer text not null check (answer in ('positive', 'negative', 'send_back')),
  answered_at timestamptz not null default now(),
  primary key (user_id, case_number)
);
