import type * as z from 'zod/mini';
import {
  assignAgent,
  deleteApplicant,
  getApplicant,
  listApplicants,
  relatedApplicants,
} from '../applicants.ts';
import {
  applicantHistory,
  exportAudit,
  getAudit,
  listAudit,
  verificationHistory,
  verifyAudit,
} from '../audit.ts';
import {
  confirmEnrolment,
  confirmSignIn,
  readSecondFactor,
  removeSecondFactor,
  startEnrolment,
  turnOffSecondFactor,
} from '../auth/second-factor.ts';
import { endOtherSessions, endSession, listSessions } from '../auth/sessions.ts';
import { firstSuperAdmin } from '../auth/setup.ts';
import { login, logout, passwordReset, refresh, register } from '../auth.ts';
import { bulkUpload, failedRows, uploadTemplate } from '../bulk-upload.ts';
import { portfolioSummary } from '../portfolio.ts';
import {
  createArchive,
  deleteArchive,
  downloadArchive,
  getArchive,
  listArchives,
} from '../reports/archives.ts';
import {
  downloadReport,
  getSavedForm,
  listReportVersions,
  verifyReport,
} from '../reports/versions.ts';
import { generatePdf, simpleGenerate } from '../reports.ts';
import {
  giveUpCase,
  keepCase,
  nextCases,
  reviewDay,
  reviewQueue,
  undoDecision,
} from '../review.ts';
import { deleteUser, getUser, listUsers, updateUser } from '../users.ts';
import {
  decideVerification,
  getVerification,
  listAgentTasks,
  listVerifications,
  lookupVerification,
  SubmissionFields,
  submitVerification,
} from '../verifications.ts';
import {
  listApplicantVisits,
  listHeldVisits,
  sendBackVerification,
  setAsideHeldVisit,
  takeInVisitFile,
  useHeldVisit,
} from '../visits/office.ts';
import {
  giveBackTask,
  photoProgress,
  registerDevice,
  sendPhoto,
  sendVisit,
  serverKey,
  taskChanges,
  visitReceipts,
} from '../visits/phone.ts';
import type { Endpoint } from './endpoint.ts';
import { listEvents } from './events.ts';

interface Row {
  endpoint: Endpoint;
  /** The chapter of the documentation it belongs to. */
  noun: string;
  /** What it does, in a few words. */
  title: string;
  /** A remark for readers of the documentation. */
  note?: string;
  /** The file part of a multipart request, and its text parts. */
  multipart?: { file: string; several?: boolean; fields?: z.ZodMiniType };
  /** Headers that a request needs, and what they are for. */
  headers?: Record<string, string>;
  /** Headers that a request may bear, and what they are for. */
  optionalHeaders?: Record<string, string>;
  /** Media type of an answer that is a file. */
  produces?: string;
}

const idempotencyKey = {
  'Idempotency-Key':
    '8 to 100 visible characters: for a day the same request under it gets the first answer, and nothing is done twice',
};
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Every endpoint of the wire. One that is missing here can't be mounted; one that is not mounted fails a test. */
export const endpoints = {
  login: { endpoint: login, noun: 'Sessions', title: 'Sign in by phone or email' },
  refresh: {
    endpoint: refresh,
    noun: 'Sessions',
    title: 'Renew the tokens',
    note: 'A refresh token is good once, and for 30 seconds more while its successor is unused: an answer may be lost. Later use of it ends its whole session.',
  },
  logout: { endpoint: logout, noun: 'Sessions', title: 'Sign out' },
  listSessions: { endpoint: listSessions, noun: 'Sessions', title: 'List own open sessions' },
  endSession: { endpoint: endSession, noun: 'Sessions', title: 'End one of one’s own sessions' },
  endOtherSessions: {
    endpoint: endOtherSessions,
    noun: 'Sessions',
    title: 'End all own sessions but this one',
  },

  confirmSignIn: {
    endpoint: confirmSignIn,
    noun: 'Two-step sign-in',
    title: 'Finish a sign-in with a code',
    note: 'The challenge comes with the 401 of the login, code second_factor_required, and is good for five minutes.',
  },
  readSecondFactor: {
    endpoint: readSecondFactor,
    noun: 'Two-step sign-in',
    title: 'Read whether one’s own is on',
  },
  startEnrolment: {
    endpoint: startEnrolment,
    noun: 'Two-step sign-in',
    title: 'Begin to set it up',
  },
  confirmEnrolment: {
    endpoint: confirmEnrolment,
    noun: 'Two-step sign-in',
    title: 'Turn it on with the first code',
    note: 'The recovery codes are shown only this once.',
  },
  turnOffSecondFactor: {
    endpoint: turnOffSecondFactor,
    noun: 'Two-step sign-in',
    title: 'Turn it off',
  },
  removeSecondFactor: {
    endpoint: removeSecondFactor,
    noun: 'Two-step sign-in',
    title: 'Take a colleague’s away',
    note: 'For a lost phone. The colleague is signed out everywhere.',
  },

  register: {
    endpoint: register,
    noun: 'Users',
    title: 'Register an agent or an admin',
    optionalHeaders: idempotencyKey,
  },
  passwordReset: {
    endpoint: passwordReset,
    noun: 'Users',
    title: 'Give someone a new password',
    note: 'Sent without a bearer token: the session cookie of an administrator says who asks, and only pages of this server may ask.',
  },
  firstSuperAdmin: {
    endpoint: firstSuperAdmin,
    noun: 'Users',
    title: 'Make the first super admin',
    note: 'Only while there is none, and only with the code that the server printed when it started.',
  },
  listUsers: {
    endpoint: listUsers,
    noun: 'Users',
    title: 'List agents or admins',
    note: 'With admins=true it lists admins, which only super admins may. Without page it lists all.',
  },
  getUser: { endpoint: getUser, noun: 'Users', title: 'Read an agent or an admin' },
  updateUser: { endpoint: updateUser, noun: 'Users', title: 'Change or deactivate a user' },
  deleteUser: { endpoint: deleteUser, noun: 'Users', title: 'Delete a user' },

  listApplicants: {
    endpoint: listApplicants,
    noun: 'Applicants',
    title: 'List applicants',
    note: 'search_fields names some of id, portfolio_name, application_id and applicant_name; other names in it are ignored.',
  },
  getApplicant: { endpoint: getApplicant, noun: 'Applicants', title: 'Read an applicant' },
  relatedApplicants: {
    endpoint: relatedApplicants,
    noun: 'Applicants',
    title: 'List the other contact points of an applicant’s application',
  },
  assignAgent: { endpoint: assignAgent, noun: 'Applicants', title: 'Assign an agent' },
  deleteApplicant: { endpoint: deleteApplicant, noun: 'Applicants', title: 'Delete an applicant' },

  bulkUpload: {
    endpoint: bulkUpload,
    noun: 'Bulk upload',
    title: 'Upload applicants from a spreadsheet',
    note: 'Good rows are stored and bad rows reported, in one step. The same file sent twice adds nothing.',
    multipart: { file: 'file' },
    optionalHeaders: idempotencyKey,
  },
  uploadTemplate: {
    endpoint: uploadTemplate,
    noun: 'Bulk upload',
    title: 'Download the empty spreadsheet',
    produces: xlsx,
  },
  failedRows: {
    endpoint: failedRows,
    noun: 'Bulk upload',
    title: 'Download the rows of an upload that were not stored',
    note: 'As they were sent, with a column that says why; for 24 hours, to who sent them and to super admins.',
    produces: xlsx,
  },

  listVerifications: {
    endpoint: listVerifications,
    noun: 'Verifications',
    title: 'List verifications',
    note: 'Each result is the whole verification; with fields=list it is what a table shows, which is quicker.',
  },
  getVerification: {
    endpoint: getVerification,
    noun: 'Verifications',
    title: 'Read a verification',
  },
  lookupVerification: {
    endpoint: lookupVerification,
    noun: 'Verifications',
    title: 'Find the latest verification of an application',
  },
  decideVerification: {
    endpoint: decideVerification,
    noun: 'Verifications',
    title: 'Decide on a verification',
    note: 'A later decision replaces an earlier one.',
    optionalHeaders: idempotencyKey,
  },
  sendBackVerification: {
    endpoint: sendBackVerification,
    noun: 'Verifications',
    title: 'Order a visit anew',
    note: 'Of an applicant’s latest verification only. It keeps its place, photos and decision; the visit that comes in answer is a verification of its own.',
  },

  listHeldVisits: {
    endpoint: listHeldVisits,
    noun: 'Visits',
    title: 'List held visits',
    note: 'A visit that came after its task was given to somebody else, visited by a colleague or deleted is held for an admin to settle.',
  },
  useHeldVisit: {
    endpoint: useHeldVisit,
    noun: 'Visits',
    title: 'Make a held visit count',
    note: 'The applicant of a visit to a deleted one is restored. Once settled it stays so: 409 already_settled for the next admin.',
  },
  setAsideHeldVisit: {
    endpoint: setAsideHeldVisit,
    noun: 'Visits',
    title: 'Set a held visit aside',
  },
  takeInVisitFile: {
    endpoint: takeInVisitFile,
    noun: 'Visits',
    title: 'Take in a visit that a phone saved to a file',
    note: 'For a phone that can’t send any more. The file holds the visit and its photos, encrypted to this server. The same file sent twice adds nothing.',
    multipart: { file: 'file' },
  },
  listApplicantVisits: {
    endpoint: listApplicantVisits,
    noun: 'Visits',
    title: 'List all visits to an applicant',
  },

  reviewQueue: {
    endpoint: reviewQueue,
    noun: 'Review desk',
    title: 'Count what waits for review',
  },
  nextCases: {
    endpoint: nextCases,
    noun: 'Review desk',
    title: 'Claim the next case and the one after it',
    note: 'A claim lives three minutes unless it is kept, and no colleague is given the case meanwhile. A decision needs none.',
  },
  keepCase: {
    endpoint: keepCase,
    noun: 'Review desk',
    title: 'Claim a case, or keep one that is on the screen',
  },
  giveUpCase: {
    endpoint: giveUpCase,
    noun: 'Review desk',
    title: 'Give a case up, or skip it for ten minutes',
  },
  undoDecision: {
    endpoint: undoDecision,
    noun: 'Review desk',
    title: 'Take one’s own decision back',
    note: 'Within 60 seconds, as long as no report was issued and nothing else happened since: 409 too_late after that.',
  },
  reviewDay: {
    endpoint: reviewDay,
    noun: 'Review desk',
    title: 'Read one’s own day, and the team’s median',
  },

  listAgentTasks: { endpoint: listAgentTasks, noun: 'Agents’ work', title: 'List own open work' },
  submitVerification: {
    endpoint: submitVerification,
    noun: 'Agents’ work',
    title: 'Submit a verification',
    note: 'The same submission may be sent again under its key: the first answer is repeated. Where several contact points of the application are open with the agent, the answer is a 409 several_contact_points that names them; applicant_id says which.',
    multipart: { file: 'photos', several: true, fields: SubmissionFields },
    headers: {
      'Idempotency-Key':
        '8 to 100 visible characters, the same for every attempt at one submission',
    },
  },
  taskChanges: {
    endpoint: taskChanges,
    noun: 'Agents’ work',
    title: 'Ask what changed since a phone last asked',
    note: 'known names the tasks that the phone has, as id-revision separated by commas: only what differs is sent, and why others are gone.',
  },
  sendVisit: {
    endpoint: sendVisit,
    noun: 'Agents’ work',
    title: 'Send a visit, its photos to follow',
    note: 'Kept, whatever became of the task meanwhile: held says that an admin settles it. The same visit may be sent again; other contents under its id are a 409, visit_id_taken.',
  },
  sendPhoto: {
    endpoint: sendPhoto,
    noun: 'Agents’ work',
    title: 'Send a photo of a visit, or the rest of one',
    note: 'What arrives before a break is kept. A 409, wrong_offset, says in its body and in Upload-Offset where to go on; a 400, hash_differs, that the photo is to be sent from its beginning.',
    optionalHeaders: {
      'Upload-Offset': 'The byte that the body begins at; 0 unless given',
      'Upload-Length':
        'All bytes of what is sent; those of the photo unless given, more for an envelope',
    },
  },
  photoProgress: {
    endpoint: photoProgress,
    noun: 'Agents’ work',
    title: 'Ask how much of a photo is there',
    note: 'In Upload-Offset; Upload-Complete is ?1 once the photo is stored.',
  },
  visitReceipts: {
    endpoint: visitReceipts,
    noun: 'Agents’ work',
    title: 'Ask what became of visits',
  },
  giveBackTask: { endpoint: giveBackTask, noun: 'Agents’ work', title: 'Give a task back' },
  registerDevice: {
    endpoint: registerDevice,
    noun: 'Agents’ work',
    title: 'Register the phone that one works on',
    note: 'Five at most: one more revokes the oldest.',
  },
  serverKey: {
    endpoint: serverKey,
    noun: 'Agents’ work',
    title: 'Read the key that visits are encrypted to',
    note: 'For age (age-encryption.org). The visit and its photos may be sent encrypted to it.',
  },

  portfolioSummary: {
    endpoint: portfolioSummary,
    noun: 'Portfolio summary',
    title: 'Count the work of each portfolio',
  },

  simpleGenerate: {
    endpoint: simpleGenerate,
    noun: 'Reports',
    title: 'Save a form and download its report',
    note: 'No field is needed but template_type. Numbers and booleans are taken as text, null as empty; text under other names is printed in a last section. A reference that is given must be that of the photos’ application.',
    optionalHeaders: idempotencyKey,
    produces: 'application/pdf',
  },
  generatePdf: {
    endpoint: generatePdf,
    noun: 'Reports',
    title: 'Download the report of an application',
    produces: 'application/pdf',
  },
  listReportVersions: {
    endpoint: listReportVersions,
    noun: 'Reports',
    title: 'List the versions of a verification’s report',
  },
  getSavedForm: {
    endpoint: getSavedForm,
    noun: 'Reports',
    title: 'Read the form that a person last saved',
    note: 'Of the verification and template, by any admin. A version made without a form counts for nothing here.',
  },
  downloadReport: {
    endpoint: downloadReport,
    noun: 'Reports',
    title: 'Download a version again, byte for byte',
    produces: 'application/pdf',
  },
  verifyReport: {
    endpoint: verifyReport,
    noun: 'Reports',
    title: 'Check a report by the code printed on it',
    note: 'For anyone, without a session; it says nothing about whom the report is about.',
  },

  createArchive: {
    endpoint: createArchive,
    noun: 'Reports',
    title: 'Begin an archive of many reports',
    note: 'It is made in the background, survives a restart, and can be downloaded for a day.',
  },
  listArchives: { endpoint: listArchives, noun: 'Reports', title: 'List own archives' },
  getArchive: { endpoint: getArchive, noun: 'Reports', title: 'Read how far an archive has come' },
  deleteArchive: { endpoint: deleteArchive, noun: 'Reports', title: 'Give up an archive' },
  downloadArchive: {
    endpoint: downloadArchive,
    noun: 'Reports',
    title: 'Download an archive',
    note: 'With a bearer token, or with the session cookie alone.',
    produces: 'application/zip',
  },

  applicantHistory: {
    endpoint: applicantHistory,
    noun: 'Applicants',
    title: 'Read what happened to an applicant',
  },
  verificationHistory: {
    endpoint: verificationHistory,
    noun: 'Verifications',
    title: 'Read what happened to a verification',
  },
  listEvents: {
    endpoint: listEvents,
    noun: 'Live updates',
    title: 'Hear what changed',
    note: 'Kinds and numbers of records, nothing that is in them. With Accept: text/event-stream the answer goes on, as server-sent events that end with the session.',
  },
  listAudit: {
    endpoint: listAudit,
    noun: 'Audit',
    title: 'Search the audit',
  },
  exportAudit: {
    endpoint: exportAudit,
    noun: 'Audit',
    title: 'Download the rows that a search finds',
    produces: 'text/csv',
  },
  getAudit: { endpoint: getAudit, noun: 'Audit', title: 'Read a row, with before and after' },
  verifyAudit: {
    endpoint: verifyAudit,
    noun: 'Audit',
    title: 'Check the chain of the audit',
    note: 'Walks all rows; a changed or removed one is named.',
  },
} as const satisfies Record<string, Row>;

export type EndpointName = keyof typeof endpoints;

/** The same rows, where each one's own type doesn't matter. */
export const endpointRows: readonly (readonly [EndpointName, Row])[] = Object.entries(
  endpoints,
) as [EndpointName, Row][];
