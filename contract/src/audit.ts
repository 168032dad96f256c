import * as z from 'zod/mini';
import { isoDate } from './wire/days.ts';
import { defineEndpoint } from './wire/endpoint.ts';
import { text } from './wire/inputs.ts';
import { Id, pageOf, pageQuery } from './wire/paging.ts';

/** The title of each event, by `subject.action`. The server records no other events. */
export const auditEvents = {
  'session.sign_in': 'Signed in',
  'session.sign_in_failed': 'Failed sign-in',
  'session.sign_out': 'Signed out',
  'session.refresh_reused': 'Session ended: a refresh token was reused',
  'session.end_session': 'Ended a session',
  'session.end_other_sessions': 'Ended all other sessions',
  'user.register': 'Registered an account',
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
  'user.push_on': 'Turned on notifications on a phone',
  'user.push_off': 'Turned off notifications on a phone',
  'user.view_identity': 'Viewed an identity image',
  'user.expire_images': 'Removed identity images after the retention period',
  'user.add_device': 'Started using another phone',
  'user.change_language': 'Changed the language of the agent’s app',
  'upload.create': 'Uploaded a spreadsheet',
  'upload.try': 'Tried a spreadsheet',
  'upload.take': 'Took in a spreadsheet',
  'upload.download': 'Downloaded failed rows',
  'upload.undo': 'Undid an upload',
  'applicant.assign': 'Assigned an agent',
  'applicant.unassign': 'Unassigned the agent',
  'applicant.attempt': 'Tried to visit',
  'applicant.call': 'Called',
  'applicant.visit': 'Visited',
  'applicant.give_back': 'Gave the task back',
  'applicant.decide': 'Submitted: a decision was made',
  'applicant.undo': 'Back to visited: the decision was undone',
  'applicant.send_back': 'Sent back to an agent',
  'applicant.undo_send_back': 'Undid the send-back',
  'applicant.held_visit': 'Sent a visit that is held',
  'applicant.photos_received': 'Sent all photos of a visit',
  'applicant.use_visit': 'Used a held visit',
  'applicant.set_visit_aside': 'Set a held visit aside',
  'applicant.take_in': 'Took in a visit from a file',
  'applicant.correct_pin_code': 'Corrected a pin code',
  'applicant.pause_clock': 'Paused the clock',
  'applicant.resume_clock': 'Resumed the clock',
  'applicant.change_clock': 'Changed the clock',
  'applicant.apply_rules': 'Applied new rules to the due time',
  'applicant.delete': 'Deleted an applicant',
  'applicant.expire_photos': 'Removed photos of visits after the retention period',
  'applicant.anonymise': 'Removed personal data after the retention period',
  'message.write': 'Wrote a message',
  'message.read': 'Read messages',
  'verification.create': 'Submitted a verification',
  'verification.photos_received': 'Sent all photos',
  'verification.decide': 'Decided',
  'verification.first_look': 'Decided; waits for a second reviewer',
  'verification.confirm': 'Confirmed the decision of another reviewer',
  'verification.differ': 'Decided differently from another reviewer',
  'verification.settle': 'Settled two different decisions',
  'verification.undo': 'Undid the decision',
  'verification.send_back': 'Sent back',
  'verification.undo_send_back': 'Undid the send-back',
  'verification.dismiss_finding': 'Dismissed a finding',
  'verification.owe_callback': 'Selected for a call-back',
  'verification.ask_callback': 'Asked for a call-back',
  'verification.view_number': 'Viewed the number for a call-back',
  'verification.record_callback': 'Recorded a call-back',
  'verification.review_again': 'Put on the review desk again',
  'verification.keep_decision': 'Reviewed again: the decision stays',
  'verification.dispute': 'Recorded a lender’s dispute',
  'verification.expire_photos': 'Removed the photos after the retention period',
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
  'lender.change_export_layout': 'Changed the columns of a lender’s exports',
  'lender.delete_export_layout': 'Deleted the columns of a lender’s exports',
  'lender.change_daily_export': 'Changed the daily export of a lender',
  'lender.delete_daily_export': 'Ended the daily export of a lender',
  'lender.retry_daily_export': 'Tried the daily export of a lender again',
  'lender.send_daily_export': 'Sent the daily export of a lender',
  'lender.change_report_layout': 'Changed the layout of a lender’s reports',
  'lender.delete_report_layout': 'Deleted the layout of a lender’s reports',
  'lender.apply_rules': 'Applied the rules of a lender',
  'mapping.create': 'Added a mapping',
  'mapping.update': 'Changed a mapping',
  'mapping.delete': 'Deleted a mapping',
  'calendar.create': 'Added a calendar',
  'calendar.update': 'Changed a calendar',
  'calendar.delete': 'Deleted a calendar',
  'evidence.change_thresholds': 'Changed the thresholds of checks',
  'audit.export': 'Exported the audit',
  'audit.register': 'Downloaded the quality register',
  'audit.verify': 'Checked the audit',
  'evidence.load_pin_places': 'Loaded a table of pin codes',
  'access.refused': 'Was denied access',
} as const;

export type AuditEventName = keyof typeof auditEvents;

/**
 * Returns the title of an event. For an unknown event, such as one of a newer server, returns its key in
 * words. For an undone decision, adds the restored decision from `after`.
 */
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
  /** Null for an unknown user, and for actions of the server. */
  actor: z.nullable(Person),
  action: z.string(),
  subject: z.string(),
  subject_id: z.nullable(z.number()),
};

export const AuditEntry = z.object({
  ...row,
  subject_label: z.nullable(z.string()),
  /** The kind of page that shows the subject. A report is shown on the page of its verification. */
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
  people: z.array(Person),
  /** The row's link in the hash chain. Null until the row is in the chain. */
  link: z.nullable(z.object({ seq: z.number(), hash: z.string() })),
});
export type AuditRecord = z.infer<typeof AuditRecord>;

const filters = {
  actor_id: z.optional(Id),
  event: z.optional(text(80).check(z.regex(/^\w+\.\w+$/, 'event must be a subject and an action'))),
  subject: z.optional(text(40).check(z.regex(/^\w{1,40}$/, 'subject must be one word'))),
  subject_id: z.optional(Id),
  /** The first and the last day, both included, in the provider's time zone. */
  start_date: z.optional(isoDate('start_date')),
  end_date: z.optional(isoDate('end_date')),
};

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

export const exportAudit = defineEndpoint({
  method: 'GET',
  path: '/api/v1/audit/export/',
  access: 'superadmin',
  query: z.object(filters),
  response: z.unknown(),
  reply: 'file',
});

/** A month in the provider's time zone, `YYYY-MM`. */
const Month = text(7, 'month must be YYYY-MM').check(
  z.regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'month must be YYYY-MM'),
);

/**
 * Returns the events of reviews in a month as CSV, oldest first: decisions, second looks, send-backs,
 * dismissals, call-backs, repeated reviews and disputes. Undone decisions and send-backs are included.
 */
export const qualityRegister = defineEndpoint({
  method: 'GET',
  path: '/api/v1/quality-register/',
  access: 'superadmin',
  query: z.object({ month: Month }),
  response: z.unknown(),
  reply: 'file',
});

/** Verifies the whole hash chain of the audit. `broken` is the first break. */
export const verifyAudit = defineEndpoint({
  method: 'POST',
  path: '/api/v1/audit/verify/',
  access: 'superadmin',
  response: z.object({
    is_unbroken: z.boolean(),
    count: z.number(),
    checked_at: z.string(),
    /** The number of rows that are older than ten seconds and not yet in the hash chain. */
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
  /**
   * The agent who visited, if a different user recorded the visit. For example, an admin may have taken in
   * the file of the visit.
   */
  visited_by: z.optional(z.nullable(Person)),
  before: Values,
  after: Values,
  /** The network address from which the actor sent the request. Null unless the caller is a super admin. */
  address: z.nullable(z.string()),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** The history of one record, newest first, at most 200 events. */
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

export const verificationHistory = defineEndpoint({
  method: 'GET',
  path: '/api/v1/verification_tasks/:id/history/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: History,
});
