create index audit_actor on audit (actor_id, at);
create index audit_action on audit (action, at);
create index audit_at on audit using brin (at);

-- The chain: each hash covers the one before it and the whole row. No foreign key: a removed row must show, and a
-- table that is one day partitioned by month has no unique id to refer to.
create table audit_seals (
  seq bigint primary key,
  audit_id bigint not null unique,
  hash bytea not null
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each statement execute function refuse_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_change();

-- Rows become visible in another order than they are numbered in, so a highest number says nothing about what is
-- still to be sealed. This queue does, and it holds what is waiting, not what there is.
create table audit_unsealed (audit_id bigint primary key)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
insert into audit_unsealed select id from audit;

create function await_seal() returns trigger language plpgsql
  -- With the rights of the owner: pg_temp last, or a temporary table could stand in for ours.
  security definer set search_path = public, pg_temp as
  $$ begin insert into audit_unsealed select id from added; return null; end $$;
create trigger audit_await_seal after insert on audit
  referencing new table as added for each statement execute function await_seal();

-- Seals the oldest rows that wait, one sealer at a time; answers how many. Who writes to the audit waits for nobody.
create function seal_audit(at_most int) returns int language plpgsql
  security definer set search_path = public, pg_temp
  -- By number, row for row: any other plan reads the whole audit, which the queue's stale statistics may propose.
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  last_seq bigint;
  link bytea;
  entry record;
  sealed bigint[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtext('doorstep.seal_audit'));
  select seq, hash into last_seq, link from audit_seals order by seq desc limit 1;
  if not found then
    last_seq := 0;
    link := decode(repeat('00', 32), 'hex');
  end if;
  for entry in
    -- db/verify-audit.ts spells the same content on its own: who changes this function does not change the check.
    select a.id, jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.actor_id, a.action, a.subject,
      a.subject_id, a.before, a.after, a.request_id, a.address)::text as content
    from (select audit_id from audit_unsealed order by audit_id limit at_most) u join audit a on a.id = u.audit_id
    order by a.id
  loop
    last_seq := last_seq + 1;
    link := sha256(link || convert_to(entry.content, 'UTF8'));
    insert into audit_seals values (last_seq, entry.id, link);
    sealed := sealed || entry.id;
  end loop;
  delete from audit_unsealed where audit_id = any(sealed);
  return cardinality(sealed);
end $$;
revoke execute on function seal_audit(int), await_seal() from public;
