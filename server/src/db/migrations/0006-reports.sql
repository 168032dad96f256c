-- A version of a report is a row and a PDF. The row comes first, with its code; it counts once the PDF is kept.
-- Rows without a code are forms that were saved when PDFs were not kept.
alter table reports
  -- Whose words the form holds: what an admin sent, or what was filled in from the verification.
  add column origin text not null default 'sent' check (origin in ('sent', 'generated')),
  -- What the report says beside the form: agency, decision, verification, photos with their SHA-256, place to check it.
  add column facts jsonb,
  add column content_sha256 bytea,
  add column code text unique,
  add column idempotency_key text,
  add column pdf_sha256 bytea,
  add column pdf_bytes int,
  add column pages int,
  add column is_signed boolean,
  add column finished_at timestamptz,
  add constraint reports_idempotency unique (created_by, idempotency_key),
  add constraint reports_facts_with_code check ((code is null) = (facts is null) and (code is null) = (content_sha256 is null)),
  add constraint reports_finished_is_whole check (
    num_nonnulls(pdf_sha256, pdf_bytes, pages, is_signed, finished_at) = case when finished_at is null then 0 else 5 end
    and (finished_at is null or code is not null));

create function refuse_report_change() returns trigger language plpgsql as
  $$ begin raise exception 'a finished version of a report never changes'; end $$;
create trigger reports_finished_stay before update or delete on reports
  for each row when (old.finished_at is not null) execute function refuse_report_change();
