import { type Kysely, sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/schema.ts';
import { openMailer } from '../../features/alerts/mail/mailer.ts';
import { type Diagnosis, ok, warning } from './diagnosis.ts';

/** Connects to the SMTP server, but sends no e-mail. */
export async function checkMail({ mail }: Pick<Config, 'mail'>): Promise<Diagnosis> {
  if (!mail) return ok('E-mail', 'SMTP_URL is not set, so Doorstep sends no e-mail.');
  const mailer = openMailer(mail);
  const place = `${mail.host}:${mail.port}`;
  try {
    await mailer.verify();
    return ok('E-mail', `${place} is ready to send.`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const why = code ?? message;
    return warning(
      'E-mail',
      `${place} does not accept e-mail (${why}). Check SMTP_URL. Nothing else is affected.`,
    );
  } finally {
    mailer.close();
  }
}

export async function checkSentMail(db: Kysely<Database>): Promise<Diagnosis> {
  const { rows } = await sql<{ failed: number }>`
    select count(*) as failed from mail_alerts
    where attempted_at < now() - interval '1 minute' and (sent_at is null or sent_at < attempted_at)`.execute(
    db,
  );
  const { failed = 0 } = rows[0] ?? {};
  return failed > 0
    ? warning(
        'E-mail',
        `The last e-mail to ${failed} users failed. The server’s log has the reasons.`,
      )
    : ok('E-mail', 'No e-mail has failed.');
}
