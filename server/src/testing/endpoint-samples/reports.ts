import { randomUUID } from 'node:crypto';
import { defaultValues } from '@doorstep/contract/reports/definition';
import { residenceForm } from '@doorstep/contract/reports/residence';
import type { reportsEndpoints } from '@doorstep/contract/wire/endpoint-list/reports';
import {
  about,
  aboutOwn,
  next,
  none,
  nothing,
  noUuid,
  type Sample,
  verification,
  visited,
} from '../endpoint-sample.ts';
import { addLenderRow } from '../lenders.ts';
import { readRow } from '../rows.ts';
import { addVerificationRow } from '../submission.ts';
import { addUser, signIn, type TestApp, type Visitor } from '../test-app.ts';

const form = (applicationId: string) => ({
  ...defaultValues(residenceForm('Doorstep')),
  template_type: 'residence',
  applicationRefNo: applicationId,
  applicantName: 'Sampled Applicant',
  image_urls: [],
  photographs_taken: 0,
});

async function savedReport(server: TestApp) {
  const admin = await signIn(server, 'admin');
  const { id, applicant } = await visited(server);
  await admin.post('pdf-generator/simple-generate/', form(applicant.application_id));
  const of = { verification_id: id };
  return readRow(server.db, 'reports', of, ['id', 'verification_id', 'code']);
}

async function archiveOf({ db }: TestApp, { user }: Visitor) {
  const id = randomUUID();
  const finished = { total: 1, filter: '{}', finished_at: new Date() };
  await db
    .insertInto('report_archives')
    .values({ id, requested_by: user.id, ...finished })
    .execute();
  return { params: { id } };
}
const ownArchive = { ...aboutOwn(archiveOf, 'superadmin'), unknown: { params: { id: noUuid } } };

const lender = async ({ db }: TestApp) => ({ params: { id: (await addLenderRow(db)).id } });
async function lenderWithLayout({ db }: TestApp) {
  const { id } = await addLenderRow(db);
  const content = JSON.stringify({ name: 'Sampled', forms: {}, photos: 'all' });
  await db.insertInto('report_layouts').values({ lender_id: id, content, logo: null }).execute();
  return { params: { id } };
}

export const reportsSamples: Record<keyof typeof reportsEndpoints, Sample> = {
  simpleGenerate: {
    good: async (server) => ({ payload: form((await visited(server)).applicant.application_id) }),
    bad: { payload: { template_type: 'poster' } },
    ...{ audit: 'report.create', changes: 'reports' },
  },
  generatePdf: {
    good: async (server) => ({
      payload: { application_id: (await visited(server)).applicant.application_id },
    }),
    unknown: { payload: { application_id: 'NO-SUCH' } },
    bad: { payload: {} },
  },
  listReportVersions: about(verification),
  getSavedForm: {
    good: async (server) => ({
      params: { id: (await savedReport(server)).verification_id },
      query: { template_type: 'residence' },
    }),
    unknown: { ...none, query: { template_type: 'residence' } },
    bad: { query: { template_type: 'poster' } },
  },
  downloadReport: {
    ...about(async (server) => ({ params: { id: (await savedReport(server)).id } })),
    audit: 'report.download',
  },
  verifyReport: {
    good: async (server) => ({ params: { code: String((await savedReport(server)).code) } }),
    unknown: { params: { code: 'AAAA-AAAA-AAAA' } },
  },
  createArchive: {
    good: async ({ db }) => {
      const portfolio_name = `Sampled Portfolio ${next()}`;
      await addVerificationRow(db, (await addUser(db, 'agent')).id, { portfolio_name });
      return { payload: { portfolio_name } };
    },
    bad: { payload: { start_date: 'yesterday' } },
    changes: 'report_archives',
  },
  listArchives: nothing,
  getArchive: ownArchive,
  deleteArchive: { ...ownArchive, changes: 'report_archives' },
  downloadArchive: ownArchive,
  getReportLayout: about(lenderWithLayout),
  changeReportLayout: {
    ...about(
      lender,
      { name: 'Sampled', forms: {} },
      { name: 'Sampled', forms: { residence: { title: '' } } },
    ),
    ...{ audit: 'lender.change_report_layout', changes: 'report_layouts' },
  },
  deleteReportLayout: {
    ...about(lenderWithLayout),
    ...{ audit: 'lender.delete_report_layout', changes: 'report_layouts' },
  },
};
