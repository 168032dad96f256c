-- When a visit was started in the app. Its arrival is when the agent last confirmed being at the door, which may be much later.
-- Null where the phone's app did not say it, and for a visit that came in one request.
alter table visits add column begun_at timestamptz;
