-- A key is a hash of a mobile number, of a name and a pin code, or of an address and a pin code. Each key is
-- stored with some of the newest applicants that have this key. One statement stores a key and finds the
-- applicants that already had this key.
create table applicant_keys (
  key bigint primary key,
  -- The newest first. Deleted applicants stay. Retention removes an applicant together with its contact data.
  applicant_ids bigint[] not null
);

-- The number of the upload's applicants that match an earlier applicant, and the ids of the first of these
-- applicants. Null until a job has compared the upload.
alter table uploads add column matched_count int, add column matched_ids bigint[],
  add constraint uploads_matched_is_whole check ((matched_count is null) = (matched_ids is null));
create index uploads_to_compare on uploads (id) where matched_count is null and successful > 0;
