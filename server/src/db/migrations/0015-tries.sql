-- How many times somebody stood at the door for a verification: attempts since the visit that an earlier one stands on,
-- and its own. Kept with the row, which lists show by the dozen: a late attempt changes it, reading never counts.
alter table verifications add column tries int not null default 1;

update verifications v set tries = counted.tries from (
  select own.id, (
    select count(*) from visits n where n.applicant_id = own.applicant_id and n.standing = 'counted'
      and (n.id = own.id or not n.is_final)
      and coalesce(n.arrived_at, n.received_at) <= coalesce(own.arrived_at, own.received_at)
      and not exists (select from visits earlier where earlier.applicant_id = own.applicant_id
        and earlier.standing = 'counted' and earlier.is_final and earlier.id <> own.id
        and coalesce(earlier.arrived_at, earlier.received_at) >= coalesce(n.arrived_at, n.received_at)
        and coalesce(earlier.arrived_at, earlier.received_at) < coalesce(own.arrived_at, own.received_at))
  ) as tries
  from visits own
) as counted where v.visit_id = counted.id and v.tries <> counted.tries;
