-- How many renewals lie before a token: those made twice from one, because an answer was lost, have the same number.
alter table refresh_tokens add column generation int not null default 0;
update refresh_tokens set generation = counted.generation
  from (
    select token_hash, row_number() over (partition by session_id order by created_at) as generation
    from refresh_tokens
  ) counted
  where counted.token_hash = refresh_tokens.token_hash;
