-- One application number may stand for several visits: the applicant's home and office, the co-applicant's home. Known
-- twice is only the same kind of visit to the same type of applicant, however the two are spelled.
alter table applicants add column contact_point text not null generated always as (
  translate(lower(applicant_type), ' .-_', '') || '/' ||
  case regexp_replace(translate(lower(visit_type), ' .-_', ''), 'visit$', '')
    when 'rv' then 'residence' when 'res' then 'residence' when 'resi' then 'residence'
    when 'residential' then 'residence'
    when 'ov' then 'office' when 'off' then 'office'
    when 'bv' then 'business'
    else regexp_replace(translate(lower(visit_type), ' .-_', ''), 'visit$', '')
  end
) stored;

-- Beginning with the number, it answers every look-up by number too.
create unique index applicants_contact_point on applicants (application_id, contact_point) where deleted_at is null;
drop index applicants_application_id;
