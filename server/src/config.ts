import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { Settings } from './config/settings.ts';

export type Config = ReturnType<typeof readConfig>;

/** Thrown for invalid settings or command arguments. The message has one line for each invalid setting. */
export class BadSettings extends Error {}

export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

/** Returns the name of the first setting that lets other machines reach the server, if there is one. */
function settingForOthers({ HOST, TRUST_PROXY, PUBLIC_URL }: z.output<typeof Settings>) {
  if (!isLoopback(HOST)) return 'HOST';
  if (TRUST_PROXY !== false) return 'TRUST_PROXY';
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)) return 'PUBLIC_URL';
  return undefined;
}

/**
 * Returns the app's public address, without a slash at the end. The address never comes from a request,
 * because a request could contain any address.
 */
function publicUrlOf({ PUBLIC_URL, DEMO, HOST, PORT }: z.output<typeof Settings>) {
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL).href.replace(/\/+$/, '');
  const host = isIP(HOST) === 6 ? `[${HOST}]` : HOST;
  return DEMO && PORT !== 0 ? new URL(`http://${host}:${PORT}`).origin : undefined;
}

function mailOf(
  { SMTP_URL, SMTP_FROM, SHORT_NAME }: z.output<typeof Settings>,
  publicUrl: string | undefined,
) {
  if (SMTP_URL === undefined) return undefined;
  if (SMTP_FROM === undefined || publicUrl === undefined) {
    throw new BadSettings(
      'SMTP_URL needs SMTP_FROM (the address of the sender) and PUBLIC_URL (for the links in e-mails).',
    );
  }
  const url = new URL(SMTP_URL);
  const isSecure = url.protocol === 'smtps:';
  const part = (text: string) => (text === '' ? undefined : decodeURIComponent(text));
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    user: part(url.username),
    password: part(url.password),
    needsTls: !isSecure && url.username !== '' && !isLoopback(url.hostname),
    from: { name: SHORT_NAME, address: SMTP_FROM },
  };
}

/** No other module reads settings from the environment. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  // Treats an empty variable as not set, as most process managers do.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(Settings, given);
  if (!parsed.success) {
    throw new BadSettings(parsed.error.issues.map((issue) => issue.message).join('\n'));
  }
  const s = parsed.data;
  const forOthers = s.DEMO && settingForOthers(s);
  if (forOthers) {
    throw new BadSettings(
      `The demo accounts have a public password, and ${forOthers}=${given[forOthers]} lets other machines reach them. Set DEMO=off, or remove ${forOthers}.`,
    );
  }
  const publicUrl = publicUrlOf(s);
  const mail = mailOf(s, publicUrl);
  return {
    port: s.PORT,
    processes: s.PROCESSES,
    host: s.HOST,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    migrationDatabaseUrl: s.MIGRATION_DATABASE_URL,
    shortName: s.SHORT_NAME,
    agencyAddress: s.AGENCY_ADDRESS,
    /** The phone number that an agent sees whose account is closed. */
    officePhone: s.OFFICE_PHONE,
    agencyLogo: s.AGENCY_LOGO,
    publicUrl,
    mail,
    sendsMail: mail !== undefined,
    reportSigning: {
      p12: s.REPORT_SIGNING_P12,
      passphrase: s.REPORT_SIGNING_PASSPHRASE,
      passphraseFile: s.REPORT_SIGNING_PASSPHRASE_FILE,
    },
    timeZone: s.TIME_ZONE,
    demo: s.DEMO,
    logLevel: s.LOG_LEVEL,
    allowedOrigins: s.ALLOWED_ORIGINS,
    trustProxy: s.TRUST_PROXY,
    s3:
      s.S3_BUCKET === undefined
        ? undefined
        : {
            bucket: s.S3_BUCKET,
            endpoint: s.S3_ENDPOINT,
            region: s.S3_REGION,
            prefix: s.S3_PREFIX.replace(/\/?$/, '/'),
            forcePathStyle: s.S3_FORCE_PATH_STYLE,
          },
    /**
     * The destinations of daily exports: folders below `folder`, and buckets on the object storage of the
     * photos.
     */
    delivery: {
      folder: s.EXPORT_DIR === undefined ? undefined : resolve(s.EXPORT_DIR),
      s3: {
        endpoint: s.S3_ENDPOINT,
        region: s.S3_REGION,
        forcePathStyle: s.S3_FORCE_PATH_STYLE,
      },
    },
    /** The days from the decision or deletion of an applicant until its data is deleted; 0 means never. */
    retention: { photos: s.RETENTION_DAYS_PHOTOS, applicants: s.RETENTION_DAYS_APPLICANTS },
    /** `at` is a time of day in `timeZone`. */
    backup:
      s.BACKUP_TO === undefined
        ? undefined
        : {
            to: s.BACKUP_TO,
            at: s.BACKUP_AT,
            keep: s.BACKUP_KEEP,
            passphraseFile: s.BACKUP_PASSPHRASE_FILE,
          },
    metrics:
      s.METRICS_PORT === undefined ? undefined : { host: s.METRICS_HOST, port: s.METRICS_PORT },
    slowQueryMs: s.SLOW_QUERY_MS,
    sessions: {
      admins: { idleHours: s.SESSION_IDLE_HOURS, maxDays: s.SESSION_MAX_DAYS },
      /** The default limits are longer than for admins, because a phone may be offline for days. */
      agents: { idleHours: s.AGENT_SESSION_IDLE_DAYS * 24, maxDays: s.AGENT_SESSION_MAX_DAYS },
    },
    secondFactor: s.SECOND_FACTOR,
    reportChecked: s.REPORT_CHECKED,
    callbackPercent: s.CALLBACK_PERCENT,
    secondLooks: {
      drawn: { positive: s.SECOND_LOOK_POSITIVES, negative: s.SECOND_LOOK_NEGATIVES },
      countsAlone: s.SECOND_LOOK_ALONE === 'count',
    },
  };
}
