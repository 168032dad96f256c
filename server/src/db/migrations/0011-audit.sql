-- No foreign key to users: no user row is ever deleted, and the key's check would take a twentieth of a
-- decision's time.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint,
  action text not null,
  subject text not null,
  subject_id bigint,
  before jsonb,
  after jsonb,
  request_id text,
  address text
);
create index audit_by_subject on audit (subject, subject_id, id desc);
create index audit_by_actor on audit (actor_id, at);
create index audit_by_action on audit (action, at);
create index audit_by_time on audit using brin (at);
create function reject_audit_change() returns trigger language plpgsql as
  $$ begin raise exception 'audit rows are only ever added'; end $$;
create trigger audit_append_only before update or delete on audit
  for each statement execute function reject_audit_change();
create trigger audit_no_truncate before truncate on audit
  for each statement execute function reject_audit_change();

-- The hash chain: each hash covers the previous hash and the whole audit row. No foreign key, so that the
-- chain still has the hash of an audit row that was removed, and shows the removal.
create table audit_chain (
  seq bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);
create trigger audit_chain_append_only before update or delete on audit_chain
  for each statement execute function reject_audit_change();
create trigger audit_chain_no_truncate before truncate on audit_chain
  for each statement execute function reject_audit_change();

-- The rows that are not in the chain yet. Transactions don't commit in the order of their rows' ids, so the
-- highest chained id does not tell which rows are missing.
create table audit_unchained (audit_id bigint primary key)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);

create function await_chaining() returns trigger language plpgsql
  -- Runs with the owner's rights. pg_temp comes last, because otherwise a temporary table could replace ours.
  security definer set search_path = public, pg_temp as
  $$ begin insert into audit_unchained select id from added; return null; end $$;
create trigger audit_await_chaining after insert on audit
  referencing new table as added for each statement execute function await_chaining();

-- Adds the oldest waiting rows to the chain, and returns how many. Waits while another process does so.
-- Blocks no insert into audit.
create function chain_audit(at_most int) returns int language plpgsql
  security definer set search_path = public, pg_temp
  -- Looks rows up by id. With outdated statistics of audit_unchained, the planner could read the whole audit
  -- instead.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  last_seq bigint;
  link bytea;
  entry record;
  chained bigint[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('doorstep.chain_audit'));
  select seq, hash into last_seq, link from audit_chain order by seq desc limit 1;
  if not found then
    last_seq := 0;
    link := decode(repeat('00', 32), 'hex');
  end if;
  for entry in
    -- db/audit/verify.ts builds the same content with its own code, so that it detects a change of this
    -- function.
    select a.id, jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor_id, a.action, a.subject,
      a.subject_id, a.before, a.after, a.request_id, a.address)::text as content
    from (select audit_id from audit_unchained order by audit_id limit at_most) u join audit a on a.id = u.audit_id
    order by a.id
  loop
    last_seq := last_seq + 1;
    link := sha256(link || convert_to(entry.content, 'UTF8'));
    insert into audit_chain values (last_seq, entry.id, link);
    chained := chained || entry.id;
  end loop;
  delete from audit_unchained where audit_id = any(chained);
  return cardinality(chained);
end $$;
revoke execute on function chain_audit(int), await_chaining() from public;
