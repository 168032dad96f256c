-- One index for each pair of what is filtered by: a page is then read from its top, however rare a status has become
-- among the newest.
create index applicants_by_portfolio_status on applicants (portfolio_name, status, id desc) where deleted_at is null;
drop index applicants_by_portfolio;
-- The summary reads kept sums.
drop index applicants_by_day;
create index verifications_search on verifications using gin ((id::text) gin_trgm_ops);
create index verifications_by_agent on verifications (agent_id, id desc);
-- Portfolios are few and found by their kept sums. Every change of a status writes a row's trigrams anew: the fewer, the
-- better.
drop index applicants_search;
create index applicants_search on applicants
  using gin ((id::text) gin_trgm_ops, lower(application_id) gin_trgm_ops, lower(applicant_name) gin_trgm_ops)
  where deleted_at is null;
