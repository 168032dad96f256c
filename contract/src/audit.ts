import * as z from 'zod/mini';
import { isoDate } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { text } from './wire/inputs.ts';
import { Id, pageOf, pageQuery } from './wire/paging.ts';

/** The title of each event of the audit, by subject and action: what the server records is one of these. */
export const auditEvents = {
  'session.sign_in': 'Signed in',
  'session.sign_in_failed': 'Failed sign-in',
  'session.sign_out': 'Signed out',
  'session.refresh_reused': 'Session ended: its key was used twice',
  'session.end_session': 'Ended a session',
  'session.end_other_sessions': 'Ended all other sessions',
  'user.register': 'Registered',
  'user.update': 'Changed an account',
  'user.activate': 'Activated an account',
  'user.deactivate': 'Deactivated an account',
  'user.delete': 'Deleted an account',
  'user.change_availability': 'Changed areas, leave or daily capacity',
  'user.reset_password': 'Reset a password',
  'user.second_factor_on': 'Turned on two-step sign-in',
  'user.second_factor_off': 'Turned off two-step sign-in',
  'user.second_factor_removed': 'Removed two-step sign-in',
  'user.mail_on': 'Turned on e-mail about late work',
  'user.mail_off': 'Turned off e-mail about late work',
  'user.push_on': 'Turned on messages to a phone',
  'user.push_off': 'Turned off messages to a phone',
  'user.view_identity': 'Viewed an identity image',
  'user.expire_images': 'Removed identity images, after the time they are kept',
  'user.add_device': 'Began to work on another phone',
  'upload.create': 'Uploaded a spreadsheet',
  'upload.download': 'Downloaded failed rows',
  'upload.undo': 'Undid an upload',
  'applicant.assign': 'Assigned an agent',
  'applicant.unassign': 'Unassigned',
  'applicant.attempt': 'Tried to visit',
  'applicant.visit': 'Visited',
  'applicant.give_back': 'Gave the task back',
  'applicant.decide': 'Submitted: a decision was made',
  'applicant.undo': 'Back to visited: the decision was undone',
  'applicant.send_back': 'Sent back to an agent',
  'applicant.undo_send_back': 'Undid the send-back',
  'applicant.held_visit': 'Sent a visit that is held',
  'applicant.photos_received': 'Sent all photos of a visit',
  'applicant.use_visit': 'Made a held visit count',
  'applicant.set_visit_aside': 'Set a held visit aside',
  'applicant.take_in': 'Took in a visit from a file',
  'applicant.correct_pin_code': 'Corrected a pin code',
  'applicant.pause_clock': 'Paused the clock',
  'applicant.resume_clock': 'Resumed the clock',
  'applicant.change_clock': 'Changed the clock',
  'applicant.apply_rules': 'Moved the due time by new rules',
  'applicant.delete': 'Deleted an applicant',
  'applicant.expire_photos': 'Removed photos of visits, after the time they are kept',
  'applicant.anonymise': 'Removed what points to a person, after the time it is kept',
  'verification.create': 'Submitted a verification',
  'verification.photos_received': 'Sent all photos',
  'verification.decide': 'Decided',
  'verification.undo': 'Undid the decision',
  'verification.send_back': 'Sent back',
  'verification.undo_send_back': 'Undid the send-back',
  'verification.dismiss_finding': 'Dismissed a reason to look twice',
  'verification.expire_photos': 'Removed the photos, after the time they are kept',
  'report.create': 'Made a report',
  'report.download': 'Downloaded a report',
  'report.archive': 'Requested an archive of reports',
  'report.archive_download': 'Downloaded an archive of reports',
  'report.archive_removed': 'Deleted an archive of reports',
  'export.request': 'Requested an export of a list',
  'export.download': 'Downloaded an export',
  'export.removed': 'Deleted an export',
  'lender.create': 'Added a lender',
  'lender.update': 'Changed a lender',
  'lender.delete': 'Deleted a lender',
  'lender.apply_rules': 'Applied the rules of a lender',
  'calendar.create': 'Added a calendar',
  'calendar.update': 'Changed a calendar',
  'calendar.delete': 'Deleted a calendar',
  'evidence.change_thresholds': 'Changed the thresholds of checks',
  'audit.export': 'Exported the audit',
  'audit.verify': 'Checked the audit',
  'evidence.load_pin_places': 'Loaded a table of pin codes',
  'access.refused': 'Was refused',
} as const;

type EventName = keyof typeof auditEvents;

type SubjectOf<Name extends EventName> = Name extends `${infer Subject}.${string}`
  ? Subject
  : never;
type ActionOn<Subject extends string, Name = EventName> = Name extends `${Subject}.${infer Action}`
  ? Action
  : never;

/** Each event that has a title, as its subject and action. */
export type AuditEvent = {
  [Subject in SubjectOf<EventName>]: { subject: Subject; action: ActionOn<Subject> };
}[SubjectOf<EventName>];

/** Returns an event in plain words; one that a newer server records, by its key. `after` says what an undo restored. */
export function describeEvent({
  subject,
  action,
  after,
}: {
  subject: string;
  action: string;
  after?: Record<string, unknown> | null;
}): string {
  const titles: Partial<Record<string, string>> = auditEvents;
  if (subject === 'verification' && action === 'undo' && after?.admin_decision) {
    return `${auditEvents['verification.undo']}; ${after.admin_decision} again`;
  }
  const words = `${action} ${subject}`.replaceAll('_', ' ');
  return titles[`${subject}.${action}`] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const Person = z.object({ id: z.number(), name: z.string() });
const Values = z.nullable(z.record(z.string(), z.unknown()));

const row = {
  id: z.number(),
  at: z.string(),
  /** Null for an unknown person, and for actions of the server. */
  actor: z.nullable(Person),
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(z.number()),
};

export const AuditEntry = z.object({
  ...row,
  /** A person's name, an application's number. */
  subject_label: z.nullable(z.string()),
  /** Where the subject is shown: an account among agents or admins, a report with its verification. */
  shown_as: z.nullable(z.enum(['agent', 'admin', 'applicant', 'verification'])),
  shown_id: z.nullable(z.number()),
  address: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditRecord = z.object({
  ...AuditEntry.shape,
  before: Values,
  after: Values,
  request_id: z.nullable(z.string()),
  /** Names of the users whom `before` and `after` mention by id. */
  people: z.array(Person),
  /** The row's link in the hash chain; null for the moment until it has one. */
  link: z.nullable(z.object({ seq: z.number(), hash: z.string() })),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

const filters = {
  actor_id: z.optional(Id),
  /** One of {@link auditEvents}: subject and action, joined by a dot. */
  event: z.optional(text(80).check(z.regex(/^\w+\.\w+$/, 'event must be a subject and an action'))),
  subject: z.optional(text(40).check(z.regex(/^\w{1,40}$/, 'subject must be one word'))),
  subject_id: z.optional(Id),
  /** First and last day, both included, in the provider's time zone. */
  start_date: z.optional(isoDate('start_date')),
  end_date: z.optional(isoDate('end_date')),
};

/** The audit, newest first. */
export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/api/v1/audit/',
  access: 'superadmin',
  query: z.object({ ...pageQuery, ...filters }),
  response: pageOf(AuditEntry),
});

export const getAudit = defineEndpoint({
  method: 'GET',
  path: '/api/v1/audit/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: AuditRecord,
});

/** The filtered rows as CSV, newest first. */
export const exportAudit = defineEndpoint({
  method: 'GET',
  path: '/api/v1/audit/export/',
  access: 'superadmin',
  query: z.object(filters),
  response: z.unknown(),
  reply: 'file',
});

/** Walks the whole chain. `broken` names its first break. */
export const verifyAudit = defineEndpoint({
  method: 'POST',
  path: '/api/v1/audit/verify/',
  access: 'superadmin',
  response: z.object({
    is_unbroken: z.boolean(),
    count: z.number(),
    checked_at: z.string(),
    /** Rows that had waited too long to be added to the hash chain. */
    late: z.number(),
    head: z.nullable(z.object({ seq: z.number(), hash: z.string() })),
    broken: z.nullable(
      z.object({
        fault: z.enum(['altered', 'removed', 'gap', 'unchained', 'not_as_noted']),
        seq: z.nullable(z.number()),
        audit_id: z.nullable(z.number()),
      }),
    ),
  }),
});

export const HistoryEntry = z.object({
  ...row,
  /** The agent who visited, where an admin recorded the visit: a held one, or one from a file. */
  visited_by: z.optional(z.nullable(Person)),
  before: Values,
  after: Values,
  /** Present for super admins alone. */
  address: z.nullable(z.string()),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The history of one record, newest first; at most 200 events. */
export const History = z.object({ results: z.array(HistoryEntry), people: z.array(Person) });
export type History = z.infer<typeof History>;

export const applicantHistory = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/:id/history/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: History,
});

export const lenderHistory = defineEndpoint({
  method: 'GET',
  path: '/api/v1/lenders/:id/history/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: History,
});

export const calendarHistory = defineEndpoint({
  method: 'GET',
  path: '/api/v1/calendars/:id/history/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: History,
});

/** With the reports made of it. */
export const verificationHistory = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verification_tasks/:id/history/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: History,
});
