import pg from 'pg';

/** Adds rows of photos without files, six for each visit. An agent made about 2,400 visits in a year. */
export async function fillPhotos(connection: pg.ClientConfig, photos: number): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const visits = Math.ceil(photos / 6);
  const agents = Math.max(1, Math.round(photos / 14_286));
  const at = "now() - (g * 365.0 / $1::int) * interval '1 day'";
  const run = (text: string, ...values: unknown[]) => client.query(text, values);
  try {
    // Turns triggers off, because this benchmark does not use stored counts and search texts.
    await run("set session_replication_role = 'replica'");
    await run(
      `insert into users (id, name, email, phone_number, password_hash) overriding system value
        select g, 'Agent ' || g, 'agent' || g || '@example.test', (7000000000 + g)::text, '' from generate_series(1, $1::int) g`,
      agents,
    );
    await run(
      `insert into applicants (id, application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code, address)
        overriding system value
        select g, 'A-' || g, 'Applicant ' || g, 'Portfolio', 'RESIDENCE', '9820098200', '400001', g || ' Test Road'
        from generate_series(1, $1::int) g`,
      visits,
    );
    await run(
      `insert into visits (id, applicant_id, agent_id, outcome, is_final, request_sha256, received_at, arrived_at)
        select md5('visit' || g)::uuid, g, 1 + g % $2::int, 'met', true, '\\x00', ${at}, ${at} from generate_series(1, $1::int) g`,
      visits,
      agents,
    );
    await run(
      `insert into verifications (id, applicant_id, agent_id, overall_observation, submitted_at, idempotency_key, request_sha256,
          visit_id, image_count, photos_expected)
        overriding system value
        select g, g, 1 + g % $2::int, 'positive', ${at}, g::text, '\\x00', md5('visit' || g)::uuid, 6, 6
        from generate_series(1, $1::int) g`,
      visits,
      agents,
    );
    await run(
      `insert into photos (id, verification_id, visit_id, position, kind, bytes, sha256, width, height)
        select md5(g || ' ' || p)::uuid, g, md5('visit' || g)::uuid, p, 'image/jpeg', 1000000, sha256((g || ' ' || p)::bytea), 1600, 1200
        from generate_series(1, $1::int) g, generate_series(0, 5) p`,
      visits,
    );
    await run(
      `insert into photo_hashes (photo_id, agent_id, stored_at, dhash, phash, texture)
        select md5(g || ' ' || p)::uuid, 1 + g % $2::int, ${at},
          ('x' || left(md5('d' || g || ' ' || p), 16))::bit(64), ('x' || left(md5('p' || g || ' ' || p), 16))::bit(64), 9
        from generate_series(1, $1::int) g, generate_series(0, 5) p`,
      visits,
      agents,
    );
    await run('vacuum analyze');
  } finally {
    await client.end();
  }
}
