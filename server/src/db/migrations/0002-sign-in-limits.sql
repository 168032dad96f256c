-- Old rows are found and removed with each attempt to sign in.
create index sign_in_failures_last_at on sign_in_failures (last_at);
