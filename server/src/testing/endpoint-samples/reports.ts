import { randomUUID } from 'node:crypto';
import { defaultValues } from '@doorstep/contract/reports/definition';
import { residenceForm } from '@doorstep/contract/reports/residence';
import type { reportsEndpoints } from '@doorstep/contract/wire/endpoint-list/reports';
import {
  next,
  none,
  nothing,
  noUuid,
  type Sample,
  verification,
  visited,
} from '../endpoint-sample.ts';
import { addLenderRow } from '../lenders.ts';
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

const noArchive = { params: { id: noUuid } };

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
  getReportLayout: { good: lenderWithLayout, unknown: none },
  changeReportLayout: {
    good: async ({ db }) => ({
      params: { id: (await addLenderRow(db)).id },
      payload: { name: 'Sampled', forms: {} },
    }),
    unknown: { ...none, payload: { name: 'Nobody', forms: {} } },
    bad: { params: { id: 1 }, payload: { name: 'Sampled', forms: { residence: { title: '' } } } },
    audit: 'lender.change_report_layout',
    changes: 'report_layouts',
  },
  deleteReportLayout: {
    good: lenderWithLayout,
    unknown: none,
    audit: 'lender.delete_report_layout',
    changes: 'report_layouts',
  },
};
