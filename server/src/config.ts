import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod/mini';

const onOff = (name: string, initial: 'on' | 'off') =>
  z.pipe(
    z._default(z.enum(['on', 'off'], `${name} must be on or off`), initial),
    z.transform((value) => value === 'on'),
  );

const numberText = (name: string, min: number, max: number) =>
  z
    .string()
    .check(
      z.refine(
        (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max,
        `${name} must be a whole number from ${min} to ${max}`,
      ),
    );

const wholeNumber = (name: string, min: number, max: number, initial: number) =>
  z.pipe(z._default(numberText(name, min, max), String(initial)), z.transform(Number));

const mostProcesses = 64;
const processCount = z.pipe(
  z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => text === 'auto' || (/^[1-9]\d?$/.test(text) && Number(text) <= mostProcesses),
          `PROCESSES must be a whole number from 1 to ${mostProcesses}, or auto`,
        ),
      ),
    '1',
  ),
  z.transform((text) =>
    text === 'auto' ? Math.min(availableParallelism(), mostProcesses) : Number(text),
  ),
);

const list = z.pipe(
  z._default(z.string(), ''),
  z.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
);

/** An address of a proxy, or a network of them (CIDR); never all there are, as then anyone could name their own address. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (most === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= most);
}

const proxiesWanted =
  'TRUST_PROXY must be off, the number of proxies in front (1 to 9), or their addresses, such as 10.0.0.5,192.168.0.0/16';
/** As Fastify takes it: how many proxies to believe, or which. */
const proxies = z.pipe(
  z._default(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            /^(off|[1-9])$/.test(text) || text.split(',').every((one) => isNetwork(one.trim())),
          proxiesWanted,
        ),
      ),
    'off',
  ),
  z.transform((text): false | number | string[] => {
    if (text === 'off') return false;
    return /^\d$/.test(text) ? Number(text) : text.split(',').map((one) => one.trim());
  }),
);

const databaseUrl = (name: string) =>
  z.optional(
    z
      .string()
      .check(
        z.regex(/^postgres(ql)?:\/\//, `${name} must start with postgres:// or postgresql://`),
      ),
  );

const isTimeZone = (name: string) => {
  // Intl takes '+05:30' too, which PostgreSQL reads as west of Greenwich.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const isWebAddress = (text: string) => {
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.href.length <= 200 && !/[?#]/.test(text)
  );
};

const Settings = z.object({
  PORT: wholeNumber('PORT', 0, 65_535, 8080),
  PROCESSES: processCount,
  HOST: z._default(z.string().check(z.minLength(1, 'HOST must not be empty')), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'DATA_DIR must not be empty')), './data'),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  MIGRATION_DATABASE_URL: databaseUrl('MIGRATION_DATABASE_URL'),
  SHORT_NAME: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^[\p{L}][\p{L}\p{N} _-]{0,39}$/u,
          'SHORT_NAME must start with a letter and have at most 40 letters, digits, spaces, - or _',
        ),
      ),
    'Doorstep',
  ),
  AGENCY_ADDRESS: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
  AGENCY_LOGO: z.optional(z.string()),
  PUBLIC_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isWebAddress,
          'PUBLIC_URL must be an address such as https://reports.example.com, without query',
        ),
      ),
  ),
  REPORT_SIGNING_P12: z.optional(z.string()),
  REPORT_SIGNING_PASSPHRASE: z.optional(z.string()),
  REPORT_SIGNING_PASSPHRASE_FILE: z.optional(z.string()),
  TIME_ZONE: z._default(
    z
      .string()
      .check(
        z.refine(
          isTimeZone,
          'TIME_ZONE must be a time zone of the IANA list, such as Asia/Kolkata',
        ),
      ),
    'Asia/Kolkata',
  ),
  DEMO: onOff('DEMO', 'on'),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent',
    ),
    'warn',
  ),
  ALLOWED_ORIGINS: list,
  TRUST_PROXY: proxies,
  S3_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: z.optional(
    z.url({ protocol: /^https?$/, error: 'S3_ENDPOINT must be an http or https address' }),
  ),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_PREFIX: z._default(
    z
      .string()
      .check(
        z.regex(
          /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\/?$/,
          'S3_PREFIX must be names of letters, digits, _ and -, parted by /',
        ),
      ),
    'doorstep',
  ),
  S3_FORCE_PATH_STYLE: onOff('S3_FORCE_PATH_STYLE', 'off'),
  RETENTION_DAYS_PHOTOS: wholeNumber('RETENTION_DAYS_PHOTOS', 0, 36_500, 0),
  RETENTION_DAYS_APPLICANTS: wholeNumber('RETENTION_DAYS_APPLICANTS', 0, 36_500, 0),
  SLOW_QUERY_MS: wholeNumber('SLOW_QUERY_MS', 1, 600_000, 500),
  BACKUP_TO: z.optional(z.string()),
  BACKUP_AT: z._default(
    z
      .string()
      .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'BACKUP_AT must be a time of day such as 02:30')),
    '02:30',
  ),
  BACKUP_KEEP: wholeNumber('BACKUP_KEEP', 1, 10_000, 14),
  BACKUP_PASSPHRASE_FILE: z.optional(z.string()),
  METRICS_PORT: z.optional(z.pipe(numberText('METRICS_PORT', 0, 65_535), z.transform(Number))),
  METRICS_HOST: z._default(
    z.string().check(z.minLength(1, 'METRICS_HOST must not be empty')),
    '127.0.0.1',
  ),
  SESSION_IDLE_HOURS: wholeNumber('SESSION_IDLE_HOURS', 1, 24 * 90, 12),
  SESSION_MAX_DAYS: wholeNumber('SESSION_MAX_DAYS', 1, 365, 30),
  SECOND_FACTOR: z._default(
    z.enum(['optional', 'required'], 'SECOND_FACTOR must be optional or required'),
    'optional',
  ),
});

export type Config = ReturnType<typeof readConfig>;

/** Raised with one sentence for each setting that can't be used. */
export class BadSettings extends Error {}

/** Whether an address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

/** Where strangers reach the app, without a slash at the end. Never taken from a request: that is the caller's word. */
function publicUrlOf({ PUBLIC_URL, DEMO, HOST, PORT }: z.output<typeof Settings>) {
  if (PUBLIC_URL !== undefined) return new URL(PUBLIC_URL).href.replace(/\/+$/, '');
  return DEMO && PORT !== 0 ? new URL(`http://${HOST}:${PORT}`).origin : undefined;
}

/** Reads and checks all settings. The only reader of the environment. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  // An empty variable counts as not set: that is what most process managers mean by it.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(Settings, given);
  if (!parsed.success) {
    throw new BadSettings(parsed.error.issues.map((issue) => issue.message).join('\n'));
  }
  const s = parsed.data;
  if (s.DEMO && !isLoopback(s.HOST)) {
    throw new BadSettings(
      `The demo accounts have a public password, so they are not served on ${s.HOST}. Set DEMO=off, or leave HOST at 127.0.0.1.`,
    );
  }
  return {
    port: s.PORT,
    /** How many processes answer requests. */
    processes: s.PROCESSES,
    host: s.HOST,
    dataDir: resolve(s.DATA_DIR),
    databaseUrl: s.DATABASE_URL,
    migrationDatabaseUrl: s.MIGRATION_DATABASE_URL,
    shortName: s.SHORT_NAME,
    agencyAddress: s.AGENCY_ADDRESS,
    agencyLogo: s.AGENCY_LOGO,
    publicUrl: publicUrlOf(s),
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
    /** Where photos are kept instead of the data folder. */
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
    /** Days that photos, and what is known of applicants, are kept after the case is closed; 0 keeps them for good. */
    retention: { photos: s.RETENTION_DAYS_PHOTOS, applicants: s.RETENTION_DAYS_APPLICANTS },
    /** Where to and when, in the time zone above, backups are made by themselves; undefined where they are not. */
    backup:
      s.BACKUP_TO === undefined
        ? undefined
        : {
            to: s.BACKUP_TO,
            at: s.BACKUP_AT,
            keep: s.BACKUP_KEEP,
            passphraseFile: s.BACKUP_PASSPHRASE_FILE,
          },
    /** Where metrics are served; undefined where they are not. */
    metrics:
      s.METRICS_PORT === undefined ? undefined : { host: s.METRICS_HOST, port: s.METRICS_PORT },
    slowQueryMs: s.SLOW_QUERY_MS,
    sessionIdleHours: s.SESSION_IDLE_HOURS,
    sessionMaxDays: s.SESSION_MAX_DAYS,
    secondFactor: s.SECOND_FACTOR,
  };
}
