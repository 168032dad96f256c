-- The daily sweep asks of each report file whether a row names it.
create index reports_by_hash on reports (pdf_sha256);
