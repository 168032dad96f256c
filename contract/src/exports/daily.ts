import * as z from 'zod/mini';
import { exportFormats } from '../exports.ts';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

/** A name must not begin with a dot, because `..` would lead out of the export folder. */
const folder = text(150).check(
  z.regex(
    /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/,
    'Use letters, digits, _, . and - in names of folders, separated by /',
  ),
);

const hostName = text(253).check(
  z.regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/, 'Enter a host name or an IP address'),
);

export const targetKinds = ['folder', 'bucket', 'sftp'] as const;

/** A `folder` is below EXPORT_DIR, and a `bucket` is in the object storage. */
export const Target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('folder'), folder }),
  z.strictObject({
    kind: z.literal('bucket'),
    bucket: text(63).check(z.regex(/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/, 'Enter the name of a bucket')),
    folder: text(150).check(
      z.regex(
        /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/,
        'Use a-z, 0-9, _ and - in names of folders, separated by /',
      ),
    ),
  }),
  z.strictObject({
    kind: z.literal('sftp'),
    host: hostName,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    user: text(100).check(z.regex(/^[\x21-\x7e]+$/, 'Enter a user name without spaces or accents')),
    /**
     * An existing folder. A relative path begins at the user's home folder. An empty text means the home
     * folder.
     */
    folder: text(300).check(
      z.regex(/^[\x20-\x7e]*$/, 'Use only unaccented English letters, digits and signs'),
    ),
    /**
     * The fingerprint of the server's key, in the format of `ssh-keygen -l`. If the server has a different
     * key, no file is sent.
     */
    host_key: text(60).check(
      z.regex(
        /^SHA256:[A-Za-z0-9+/]{43}$/,
        'Enter the fingerprint: SHA256: followed by 43 characters',
      ),
    ),
  }),
]);
export type Target = z.infer<typeof Target>;

/** The API never returns these credentials. */
export const Secret = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password'), password: text(200).check(z.minLength(1)) }),
  z.strictObject({
    kind: z.literal('key'),
    key: text(10_000).check(
      z.regex(/^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'Paste a private key'),
    ),
    passphrase: z.optional(text(200)),
  }),
]);
export type Secret = z.infer<typeof Secret>;

const content = {
  /** The time of day, in the provider's time zone. */
  at: text(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, HH:MM')),
  format: z.enum(exportFormats),
  target: Target,
};

export const Delivery = z.object({
  name: z.string(),
  rows: z.int(),
  due_at: z.string(),
  sent_at: z.nullable(z.string()),
  tries: z.int(),
  /**
   * The error of the last attempt to send. Null before the first attempt to send, and after the file was
   * sent.
   */
  failure: z.nullable(z.string()),
  /** Null if the file was sent, or if the server no longer tries to send it. */
  next_try_at: z.nullable(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

export const DailyExport = z.object({
  lender_id: z.number(),
  lender: z.string(),
  ...content,
  has_secret: z.boolean(),
  updated_at: z.string(),
  /** At most seven files, newest first. Unsent files are included before sent ones. */
  deliveries: z.array(Delivery),
});
export type DailyExport = z.infer<typeof DailyExport>;

const ofLender = { params: z.object({ id: Id }), access: 'superadmin' } as const;

export const listDailyExports = defineEndpoint({
  method: 'GET',
  path: '/api/v1/daily-exports/',
  access: 'superadmin',
  response: z.object({
    results: z.array(DailyExport),
    /** The kinds of targets that this server supports. */
    targets: z.array(z.enum(targetKinds)),
  }),
});

/**
 * Sets or replaces the daily export of a lender. For an SFTP server, the stored secret is used if the request
 * has no `secret`. If no secret is stored, or the host, port, user or host key changes, the request must
 * contain the secret.
 */
export const changeDailyExport = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/lenders/:id/daily-export/',
  ...ofLender,
  body: z.strictObject({
    ...content,
    secret: z.optional(Secret),
    updated_at: z.optional(Moment),
  }),
  response: DailyExport,
});

/** Ends the daily export of a lender, and deletes the unsent files. */
export const deleteDailyExport = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/lenders/:id/daily-export/',
  ...ofLender,
  response: Outcome,
});

/**
 * Makes the server send the unsent files now. The count of each file's attempts to send starts again at 0.
 */
export const retryDailyExport = defineEndpoint({
  method: 'POST',
  path: '/api/v1/lenders/:id/daily-export/retry/',
  ...ofLender,
  response: DailyExport,
});
