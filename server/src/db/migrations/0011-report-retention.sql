-- A finished report stays as it is for whoever works with it; only retention, which says so in its transaction, lets it go.
drop trigger reports_finished_stay on reports;
create trigger reports_finished_stay before update or delete on reports
  for each row when (old.finished_at is not null and coalesce(current_setting('doorstep.retention', true), '') <> 'on')
  execute function refuse_report_change();
