import { randomUUID } from 'node:crypto';
import { defaultValues } from '@doorstep/contract/reports/definition';
import { residenceForm } from '@doorstep/contract/reports/residence';
import type { EndpointName } from '@doorstep/contract/wire/endpoints';
import { ensureSetupCode } from '../features/auth/accounts/setup-code.ts';
import { phoneSamples } from './phone-samples.ts';
import { challengeFor, turnOn } from './second-factor.ts';
import { multipartOf, writeSpreadsheet } from './spreadsheets/spreadsheet-upload.ts';
import { addVerificationRow, submission } from './submission.ts';
import { addApplicant, addUser, password, signIn, type TestApp, type Visitor } from './test-app.ts';
import { codeOf } from './totp-code.ts';
import { manifestOf } from './visit.ts';
import { visitFileOf } from './visit-file.ts';
import { addHeldVisit } from './visits.ts';

/** What is sent to an endpoint. */
export interface SampleRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  payload?: object | Buffer;
  headers?: Record<string, string>;
}

/** How an endpoint is asked well and badly; each request is made of records of its own. */
export interface Sample {
  /** Granted to whoever has the right. */
  good: (server: TestApp, asker: Visitor | undefined) => Promise<SampleRequest>;
  /** For a record that doesn't exist: a 404. */
  unknown?: SampleRequest;
  /** For a record that exists and the asker doesn't reach, and the refusal. */
  foreign?: (server: TestApp) => Promise<{ request: SampleRequest; status: 403 | 404 }>;
  /** With input that can't be read: a 400. */
  bad?: SampleRequest;
  /** The row of the audit that records it, as `subject.action`. */
  audit?: string;
  /** The table in which it shows. */
  changes?: string;
}

const nothing = async () => ({});
const none = { params: { id: 999_999_999 } };
let numbers = 0;
const next = () => {
  numbers += 1;
  return numbers;
};
const person = () => ({
  name: 'Sampled Person',
  email: `sample${next()}@example.test`,
  phone: String(8_000_000_000 + next()),
  password,
});

const applicant = async ({ db }: TestApp) => ({ params: { id: (await addApplicant(db)).id } });
const visited = async ({ db }: TestApp) =>
  addVerificationRow(db, (await addUser(db, 'agent')).id, {});
const verification = async (server: TestApp) => ({ params: { id: (await visited(server)).id } });
const agent = async ({ db }: TestApp) => ({ params: { id: (await addUser(db, 'agent')).id } });

const noVisit = { params: { id: '00000000-0000-4000-8000-000000000000' } };

async function heldVisit({ db }: TestApp): Promise<SampleRequest> {
  const [late, now] = [await addUser(db, 'agent'), await addUser(db, 'agent')];
  const { id } = await addHeldVisit(db, { late: late.id, now: now.id });
  return { params: { id }, payload: {} };
}

const form = (applicationId: string) => ({
  ...defaultValues(residenceForm('Doorstep')),
  template_type: 'residence',
  applicationRefNo: applicationId,
  applicantName: 'Sampled Applicant',
  image_urls: [],
  photographs_taken: 0,
});

interface SavedReport {
  id: number;
  verification_id: number;
  code: string;
}

async function savedReport(server: TestApp): Promise<SavedReport> {
  const admin = await signIn(server, 'admin');
  const { applicant: of } = await visited(server);
  await server.app.inject({
    method: 'POST',
    url: '/api/v1/pdf-generator/simple-generate/',
    headers: admin.headers,
    payload: form(of.application_id),
  });
  return server.db
    .selectFrom('reports')
    .select(['id', 'verification_id', 'code'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow() as Promise<SavedReport>;
}

const noArchive = { params: { id: '00000000-0000-4000-8000-000000000000' } };

/** A finished archive without a report in it. */
async function archiveOf({ db }: TestApp, asker: Visitor | undefined) {
  const id = randomUUID();
  const finished = { total: 1, filter: '{}', finished_at: new Date() };
  await db
    .insertInto('report_archives')
    .values({ id, requested_by: asker?.user.id ?? 0, ...finished })
    .execute();
  return { params: { id } };
}

async function othersArchive(server: TestApp) {
  const request = await archiveOf(server, await signIn(server, 'superadmin'));
  return { request, status: 404 as const };
}

/** One for every endpoint: a new endpoint without one doesn't compile. */
export const samples: Record<EndpointName, Sample> = {
  login: {
    good: async ({ db }) => ({
      payload: { email_or_mobile: (await addUser(db, 'agent')).email, password },
    }),
    bad: { payload: { email_or_mobile: 7 } },
    audit: 'session.sign_in',
  },
  refresh: {
    good: async (server) => ({
      payload: { refresh: (await signIn(server, 'agent')).refreshToken },
    }),
    bad: { payload: { refresh: '' } },
  },
  logout: { good: nothing, audit: 'session.sign_out' },
  listSessions: { good: nothing },
  endSession: {
    good: async ({ app, db }, asker) => {
      const login = { email_or_mobile: asker?.user.email, password };
      await app.inject({ method: 'POST', url: '/api/v1/auth/login/', payload: login });
      const { id } = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', asker?.user.id ?? 0)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      return { params: { id } };
    },
    unknown: { params: { id: '00000000-0000-4000-8000-000000000000' } },
    foreign: async (server) => {
      const other = await signIn(server, 'agent');
      const { id } = await server.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', other.user.id)
        .executeTakeFirstOrThrow();
      return { request: { params: { id } }, status: 404 };
    },
    audit: 'session.end_session',
  },
  endOtherSessions: { good: nothing },
  confirmSignIn: {
    good: async (server) => {
      const admin = await signIn(server, 'admin');
      const { secret } = await turnOn(server, admin);
      const challenge = await challengeFor(server, admin.user.email);
      return { payload: { challenge, code: codeOf(secret) } };
    },
    bad: { payload: { challenge: '' } },
    audit: 'session.sign_in',
  },
  readSecondFactor: { good: nothing },
  startEnrolment: {
    good: async () => ({ payload: { password } }),
    bad: { payload: {} },
    changes: 'second_factors',
  },
  confirmEnrolment: {
    good: async ({ app }, asker) => {
      const begun = await app.inject({
        method: 'POST',
        url: '/api/v1/auth/second-factor/enrolment/',
        headers: asker?.headers ?? {},
        payload: { password },
      });
      return { payload: { code: codeOf(begun.json<{ secret: string }>().secret) } };
    },
    bad: { payload: { code: '' } },
    audit: 'user.second_factor_on',
    changes: 'second_factors',
  },
  turnOffSecondFactor: {
    good: async (server, asker) => {
      if (!asker) throw new Error('Needs someone who asks');
      const { recoveryCodes } = await turnOn(server, asker);
      return { payload: { password, code: recoveryCodes[0] } };
    },
    bad: { payload: {} },
    audit: 'user.second_factor_off',
    changes: 'second_factors',
  },
  removeSecondFactor: {
    good: async (server) => {
      const admin = await signIn(server, 'admin');
      await turnOn(server, admin);
      return { params: { id: admin.user.id } };
    },
    unknown: none,
    audit: 'user.second_factor_removed',
    changes: 'second_factors',
  },

  register: {
    good: async () => ({ payload: person() }),
    bad: { payload: { ...person(), phone: '12' } },
    audit: 'user.register',
    changes: 'users',
  },
  passwordReset: {
    good: async ({ db }) => ({ payload: reset((await addUser(db, 'agent')).phone_number) }),
    unknown: { payload: reset('6000000000') },
    foreign: async ({ db }) => ({
      request: { payload: reset((await addUser(db, 'admin')).phone_number) },
      status: 403,
    }),
    bad: { payload: { phone_number: '1' } },
    audit: 'user.reset_password',
    changes: 'users',
  },
  firstSuperAdmin: {
    good: async ({ db, platform: { config } }) => {
      const held = await db
        .selectFrom('users')
        .select('id')
        .where('is_superadmin', '=', true)
        .execute();
      const ids = held.map(({ id }) => id);
      // The code is made only while there is no super admin.
      const stand = (is_superadmin: boolean) =>
        db
          .updateTable('users')
          .set({ is_superadmin })
          .where('id', 'in', [0, ...ids])
          .execute();
      await stand(false);
      const command = await ensureSetupCode({ db, config });
      await stand(true);
      return { payload: { ...person(), code: /--code=(\S+)/.exec(command ?? '')?.[1] } };
    },
    bad: { payload: { ...person(), code: '' } },
    audit: 'user.register',
    changes: 'users',
  },
  listUsers: {
    good: nothing,
    foreign: async () => ({ request: { query: { admins: 'true' } }, status: 403 }),
    bad: { query: { page: 'one' } },
  },
  getUser: {
    good: agent,
    unknown: none,
    foreign: async ({ db }) => ({
      request: { params: { id: (await addUser(db, 'admin')).id } },
      status: 403,
    }),
  },
  updateUser: {
    good: async (server) => ({ ...(await agent(server)), payload: { is_active: false } }),
    unknown: { ...none, payload: { is_active: false } },
    bad: { params: { id: 1 }, payload: { is_active: 'no' } },
    audit: 'user.update',
    changes: 'users',
  },
  deleteUser: { good: agent, unknown: none, audit: 'user.delete', changes: 'users' },

  listApplicants: { good: nothing, bad: { query: { page_size: '1000' } } },
  getApplicant: { good: applicant, unknown: none },
  relatedApplicants: { good: applicant, unknown: none },
  assignAgent: {
    good: async (server) => {
      const { name } = await addUser(server.db, 'agent');
      return { ...(await applicant(server)), payload: { assigned_agent_name: name } };
    },
    unknown: { ...none, payload: { assigned_agent_name: 'Anyone' } },
    bad: { params: { id: 1 }, payload: { assigned_agent_name: ' ' } },
    audit: 'applicant.assign',
    changes: 'applicants',
  },
  deleteApplicant: {
    good: applicant,
    unknown: none,
    audit: 'applicant.delete',
    changes: 'applicants',
  },
  applicantHistory: { good: applicant, unknown: none },

  bulkUpload: {
    good: async () => multipartOf(await writeSpreadsheet([`SAMPLE-${next()}`])),
    bad: await multipartOf(Buffer.from('not a spreadsheet')),
    audit: 'upload.create',
    changes: 'applicants',
  },
  uploadTemplate: { good: nothing },
  failedRows: {
    good: async ({ app }, asker) => {
      const twice = await multipartOf(await writeSpreadsheet([`TWICE-${next()}`, 'TWICE-0']));
      let uploadId = 0;
      for (const _ of [1, 2]) {
        const answer = await app.inject({
          method: 'POST',
          url: '/api/v1/bulk/bulk-upload/',
          ...twice,
          headers: { ...asker?.headers, ...twice.headers },
        });
        uploadId = answer.json<{ upload_id: number }>().upload_id;
      }
      return { params: { id: uploadId } };
    },
    unknown: none,
    audit: 'upload.download',
  },

  listVerifications: { good: nothing, bad: { query: { admin_decision: 'maybe' } } },
  getVerification: { good: verification, unknown: none },
  lookupVerification: {
    good: async (server) => ({
      query: { id: (await visited(server)).applicant.application_id },
    }),
    unknown: { query: { id: 'NO-SUCH' } },
    bad: {},
  },
  decideVerification: {
    good: async (server) => ({
      ...(await verification(server)),
      payload: { decision: 'positive' },
    }),
    unknown: { ...none, payload: { decision: 'positive' } },
    bad: { params: { id: 1 }, payload: { decision: 'maybe' } },
    audit: 'verification.decide',
    changes: 'verifications',
  },
  reviewQueue: { good: nothing },
  nextCases: {
    good: async (server) => {
      await visited(server);
      return { payload: {} };
    },
    bad: { payload: { after: 'first' } },
    changes: 'review_claims',
  },
  keepCase: { good: verification, unknown: none, changes: 'review_claims' },
  giveUpCase: {
    good: async (server) => ({ ...(await verification(server)), query: { skip: 'true' } }),
    unknown: none,
    bad: { params: { id: 1 }, query: { skip: 'perhaps' } },
    changes: 'review_timings',
  },
  undoDecision: {
    good: async (server, asker) => {
      const { params } = await verification(server);
      await server.app.inject({
        method: 'POST',
        url: `/api/v1/verification_tasks/${params.id}/admin-decision/`,
        headers: asker?.headers ?? {},
        payload: { decision: 'positive' },
      });
      return { params };
    },
    unknown: none,
    audit: 'verification.undo',
    changes: 'verifications',
  },
  reviewDay: { good: nothing },
  verificationHistory: { good: verification, unknown: none },

  sendBackVerification: {
    good: async (server) => ({
      ...(await verification(server)),
      payload: { reasons: ['photo_unclear'] },
    }),
    unknown: { ...none, payload: { reasons: ['photo_unclear'] } },
    bad: { params: { id: 1 }, payload: { reasons: [] } },
    audit: 'verification.send_back',
    changes: 'send_backs',
  },
  listHeldVisits: { good: nothing, bad: { query: { page: '0' } } },
  useHeldVisit: {
    good: heldVisit,
    unknown: noVisit,
    bad: { ...noVisit, payload: { note: 7 } },
    audit: 'applicant.use_visit',
    changes: 'verifications',
  },
  setAsideHeldVisit: {
    good: async (server) => ({ ...(await heldVisit(server)), payload: { note: 'A test' } }),
    unknown: { ...noVisit, payload: { note: 'A test' } },
    bad: { ...noVisit, payload: {} },
    audit: 'applicant.set_visit_aside',
    changes: 'visits',
  },
  takeInVisitFile: {
    good: async (server) => {
      const agent = await addUser(server.db, 'agent');
      const { id } = await addApplicant(server.db, { assigned_agent_id: agent.id });
      return multipartOf(await visitFileOf(server, manifestOf({ applicant_id: id })));
    },
    bad: await multipartOf(Buffer.from('not a visit')),
    audit: 'applicant.take_in',
    changes: 'visits',
  },
  listApplicantVisits: { good: applicant, unknown: none },

  listAgentTasks: { good: nothing, bad: { query: { page: '0' } } },
  submitVerification: {
    good: async ({ db }, asker) => {
      if (!asker) throw new Error('Needs someone who asks');
      const { application_id } = await addApplicant(db, { assigned_agent_id: asker.user.id });
      const { payload, headers } = await submission(asker, { application_id });
      return { payload, headers: without(headers, 'authorization') };
    },
    foreign: async (server) => {
      const other = await signIn(server, 'agent');
      const { application_id } = await addApplicant(server.db, {
        assigned_agent_id: other.user.id,
      });
      const { payload, headers } = await submission(other, { application_id });
      return {
        request: { payload, headers: without(headers, 'authorization') },
        status: 404,
      };
    },
    audit: 'verification.create',
    changes: 'verifications',
  },
  ...phoneSamples,

  portfolioSummary: {
    good: async () => ({ query: { start_date: '2026-01-01', end_date: '2026-12-31' } }),
    bad: { query: { start_date: '2026-02-30', end_date: '2026-12-31' } },
  },

  simpleGenerate: {
    good: async (server) => ({ payload: form((await visited(server)).applicant.application_id) }),
    bad: { payload: { template_type: 'poster' } },
    audit: 'report.create',
    changes: 'reports',
  },
  generatePdf: {
    good: async (server) => ({
      payload: { application_id: (await visited(server)).applicant.application_id },
    }),
    unknown: { payload: { application_id: 'NO-SUCH' } },
    bad: { payload: {} },
  },
  listReportVersions: { good: verification, unknown: none },
  getSavedForm: {
    good: async (server) => ({
      params: { id: (await savedReport(server)).verification_id },
      query: { template_type: 'residence' },
    }),
    unknown: { ...none, query: { template_type: 'residence' } },
    bad: { query: { template_type: 'poster' } },
  },
  downloadReport: {
    good: async (server) => ({ params: { id: (await savedReport(server)).id } }),
    unknown: none,
    audit: 'report.download',
  },
  verifyReport: {
    good: async (server) => ({ params: { code: (await savedReport(server)).code } }),
    unknown: { params: { code: 'AAAA-AAAA-AAAA' } },
  },

  createArchive: {
    good: async (server) => {
      const portfolio_name = `Sampled Portfolio ${next()}`;
      await addVerificationRow(server.db, (await addUser(server.db, 'agent')).id, {
        portfolio_name,
      });
      return { payload: { portfolio_name } };
    },
    bad: { payload: { start_date: 'yesterday' } },
    changes: 'report_archives',
  },
  listArchives: { good: nothing },
  getArchive: { good: archiveOf, unknown: noArchive, foreign: othersArchive },
  deleteArchive: {
    good: archiveOf,
    unknown: noArchive,
    foreign: othersArchive,
    changes: 'report_archives',
  },
  downloadArchive: { good: archiveOf, unknown: noArchive, foreign: othersArchive },

  listEvents: {
    good: async () => ({ query: { after: '0' } }),
    bad: { query: { after: 'yesterday' } },
  },

  listAudit: { good: nothing, bad: { query: { page: 'x' } } },
  getAudit: {
    good: async ({ db }) => ({
      params: {
        id: (await db.selectFrom('audit').select('id').limit(1).executeTakeFirstOrThrow()).id,
      },
    }),
    unknown: none,
  },
  exportAudit: { good: nothing },
  verifyAudit: { good: nothing },
};

function reset(phone_number: string) {
  return { phone_number, new_password: 'Quiet-lantern-31', confirm_password: 'Quiet-lantern-31' };
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
