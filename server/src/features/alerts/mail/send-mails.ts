import { once } from 'node:events';
import type { Kysely } from 'kysely';
import { Counter, Registry } from 'prom-client';
import { runUnlessLocked } from '../../../db/advisory-lock.ts';
import type { Database } from '../../../db/schema.ts';
import { dueCondition } from '../../../domain/clock/due-filter.ts';
import { hasLenders } from '../../../domain/lenders.ts';
import { type DueList, readDueList } from './late-work-store.ts';
import { claimMailAlert, listDueMailAlerts, markMailSent } from './mail-alert-store.ts';
import type { Mailer } from './mailer.ts';
import { writeMail } from './write-mail.ts';

const mostListed = 50;

/**
 * The timeout for sending one e-mail, in ms. The timeouts of the single steps are not enough, because a
 * server that sends a byte now and then would never exceed them.
 */
const mailDeadline = 60_000;

async function stopped(signal: AbortSignal): Promise<never> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(mailDeadline)]);
  if (!end.aborted) await once(end, 'abort');
  throw end.reason;
}

interface Sender {
  db: Kysely<Database>;
  provider: { timeZone: string; publicUrl: string | undefined; shortName: string };
  mailer: Mailer | undefined;
}

/**
 * Returns a key for each listed applicant. A user gets another e-mail if there is a key that the last e-mail
 * did not have. So the key changes when the applicant becomes late.
 */
const keysOf = (late: DueList, soon: DueList) => [
  ...late.first.map(({ id }) => `${id} late`),
  ...soon.first.map(({ id }) => `${id} soon`),
];

/**
 * Sends each user at most one e-mail an hour, and only if there is a key that the user's last e-mail did not
 * have. Each attempt to send is recorded before the e-mail is sent, so that a second process or a crash can't
 * cause a second e-mail within the hour.
 */
export function mailSender({ db, provider, mailer }: Sender, log: (line: string) => void) {
  const registry = new Registry();
  const mails = new Counter({
    name: 'doorstep_mails_total',
    help: 'E-mails about late work, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });

  async function sendDue(to: Mailer, publicUrl: string, signal: AbortSignal): Promise<void> {
    const due = await listDueMailAlerts(db);
    if (due.length === 0 || !(await hasLenders(db))) return;
    const { timeZone } = provider;
    const late = await readDueList(
      db,
      await dueCondition(db, 'late', timeZone),
      'desc',
      mostListed,
    );
    const soon = await readDueList(db, await dueCondition(db, '2h', timeZone), 'asc', mostListed);
    const keys = keysOf(late, soon);
    const mail = writeMail({ ...provider, late, soon, publicUrl });
    for (const { user_id, listed } of due) {
      if (signal.aborted) return;
      if (keys.every((key) => listed.includes(key))) continue;
      const claimed = await claimMailAlert(db, user_id);
      if (!claimed) continue;
      try {
        await Promise.race([to.send({ to: claimed.address, ...mail }), stopped(signal)]);
      } catch (error) {
        mails.inc({ outcome: 'failed' });
        // Leaves out the error's message, because it may quote an address.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        log(
          `An e-mail failed, and is tried again in an hour: ${[code, responseCode].join(' ').trim()}`,
        );
        // A rejected address must not delay the e-mails to other users. Any other error means that the SMTP
        // server can't be used now.
        if (code === 'EENVELOPE') continue;
        return;
      }
      mails.inc({ outcome: 'sent' });
      await markMailSent(db, user_id, keys);
    }
  }

  return {
    registry,
    async send(signal: AbortSignal): Promise<void> {
      const { publicUrl } = provider;
      if (!mailer || publicUrl === undefined) return;
      await runUnlessLocked(db, 'mail', () => sendDue(mailer, publicUrl, signal));
    },
  };
}
