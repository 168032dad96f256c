import * as z from 'zod/mini';
import { sessionSettings } from './sessions.ts';
import {
  checked,
  databaseUrl,
  isTimeZone,
  isWebAddress,
  list,
  numberText,
  onOff,
  processCount,
  proxies,
  smtpUrl,
  wholeNumber,
} from './setting-kinds.ts';

export const Settings = z.object({
  PORT: wholeNumber('PORT', 0, 65_535, 8080),
  PROCESSES: processCount,
  HOST: z._default(z.string().check(z.minLength(1, 'HOST must not be empty')), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'DATA_DIR must not be empty')), './data'),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  MIGRATION_DATABASE_URL: databaseUrl('MIGRATION_DATABASE_URL'),
  SHORT_NAME: z._default(
    checked(
      /^[\p{L}][\p{L}\p{N} _-]{0,39}$/u,
      'SHORT_NAME must start with a letter and have at most 40 letters, digits, spaces, - or _',
      z.trim(),
    ),
    'Doorstep',
  ),
  AGENCY_ADDRESS: z._default(
    z.string().check(z.trim(), z.maxLength(300, 'AGENCY_ADDRESS must have at most 300 characters')),
    '',
  ),
  OFFICE_PHONE: z.optional(
    checked(
      /^[+(]?\d[\d ()-]{4,28}$/,
      'OFFICE_PHONE must be a phone number, such as +91 20 2567 1234',
      z.trim(),
    ),
  ),
  AGENCY_LOGO: z.optional(z.string()),
  PUBLIC_URL: z.optional(
    checked(
      isWebAddress,
      'PUBLIC_URL must be an address such as https://reports.example.com, without a query string',
    ),
  ),
  REPORT_SIGNING_P12: z.optional(z.string()),
  REPORT_SIGNING_PASSPHRASE: z.optional(z.string()),
  REPORT_SIGNING_PASSPHRASE_FILE: z.optional(z.string()),
  TIME_ZONE: z._default(
    checked(isTimeZone, 'TIME_ZONE must be a time zone of the IANA list, such as Asia/Kolkata'),
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
    checked(
      /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\/?$/,
      'S3_PREFIX must be names of letters, digits, _ and -, separated by /',
    ),
    'doorstep',
  ),
  S3_FORCE_PATH_STYLE: onOff('S3_FORCE_PATH_STYLE', 'off'),
  EXPORT_DIR: z.optional(z.string()),
  RETENTION_DAYS_PHOTOS: wholeNumber('RETENTION_DAYS_PHOTOS', 0, 36_500, 0),
  RETENTION_DAYS_APPLICANTS: wholeNumber('RETENTION_DAYS_APPLICANTS', 0, 36_500, 0),
  SLOW_QUERY_MS: wholeNumber('SLOW_QUERY_MS', 1, 600_000, 500),
  BACKUP_TO: z.optional(z.string()),
  BACKUP_AT: z._default(
    checked(/^([01]\d|2[0-3]):[0-5]\d$/, 'BACKUP_AT must be a time of day such as 02:30'),
    '02:30',
  ),
  BACKUP_KEEP: wholeNumber('BACKUP_KEEP', 1, 10_000, 14),
  BACKUP_PASSPHRASE_FILE: z.optional(z.string()),
  METRICS_PORT: z.optional(z.pipe(numberText('METRICS_PORT', 0, 65_535), z.transform(Number))),
  METRICS_HOST: z._default(
    z.string().check(z.minLength(1, 'METRICS_HOST must not be empty')),
    '127.0.0.1',
  ),
  ...sessionSettings,
  SECOND_FACTOR: z._default(
    z.enum(['optional', 'required'], 'SECOND_FACTOR must be optional or required'),
    'optional',
  ),
  SMTP_URL: smtpUrl,
  SMTP_FROM: z.optional(
    checked(
      /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,189}$/,
      'SMTP_FROM must be an e-mail address such as doorstep@example.com',
    ),
  ),
  REPORT_CHECKED: onOff('REPORT_CHECKED', 'off'),
  CALLBACK_PERCENT: wholeNumber('CALLBACK_PERCENT', 0, 100, 3),
  SECOND_LOOK_POSITIVES: wholeNumber('SECOND_LOOK_POSITIVES', 0, 100, 5),
  SECOND_LOOK_NEGATIVES: wholeNumber('SECOND_LOOK_NEGATIVES', 0, 100, 5),
  SECOND_LOOK_ALONE: z._default(
    z.enum(['count', 'wait'], 'SECOND_LOOK_ALONE must be count or wait'),
    'count',
  ),
});
