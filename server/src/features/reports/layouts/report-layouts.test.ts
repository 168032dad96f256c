import type { LenderReportLayout } from '@doorstep/contract/reports/layouts';
import { expect, test } from 'vitest';
import { readDemoLayout } from '../../../demo/insert-lenders.ts';
import { addLenderRow } from '../../../testing/lenders.ts';
import { readPdf } from '../../../testing/reports/pdf-text.ts';
import { generateReport } from '../../../testing/reports/report-requests.ts';
import { readRows } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';

const running = await startSharedApp();
const { db, app } = running;
const superAdmin = await signIn(running, 'superadmin');
const agent = await signIn(running, 'agent');

const put = (id: number, payload: object) =>
  app.inject({
    ...{ method: 'PUT', url: `/api/v1/lenders/${id}/report-layout/`, payload },
    headers: superAdmin.headers,
  });

// Covers: report-layouts-1
test('a layout with unknown names or a broken logo is rejected, and says where', async () => {
  const { id } = await addLenderRow(db);
  const wrong = await put(id, {
    name: 'Wrong',
    forms: {
      residence: { sections: ['Basic Information', 'Horoscope'], labels: { constructor: 'X' } },
      office: { hidden: ['applicantName'] },
    },
  });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toMatchObject({
    errors: {
      'forms.residence.sections': ['The residence form has no section Horoscope'],
      'forms.residence.labels': ['The residence form has no field constructor'],
      'forms.office.hidden': ['The office form has no field applicantName'],
    },
  });
  const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  expect((await put(id, { name: 'Logo', forms: {}, logo })).json()).toMatchObject({
    errors: { logo: ['The logo can’t be read. Use a PNG or JPEG file.'] },
  });
  expect((await put(id, { name: 'Url', forms: {}, logo: 'https://x/y.png' })).statusCode).toBe(400);
  expect((await superAdmin.get(`lenders/${id}/report-layout/`)).statusCode).toBe(404);
  expect((await put(999_999_999, { name: 'None', forms: {} })).statusCode).toBe(404);
});

// Covers: report-layouts-3
test('a version keeps its layout; a new layout makes a new version', async () => {
  const { id, portfolio, name } = await addLenderRow(db);
  const { applicant, ...found } = await addVerificationRow(db, agent.user.id, {
    portfolio_name: portfolio,
  });
  const generate = async () => {
    const answer = await generateReport(superAdmin, applicant.application_id);
    expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
    return answer.rawPayload;
  };
  const set = await put(id, await readDemoLayout('yamuna.json'));
  expect(set.statusCode, set.body).toBe(200);
  const shown = set.json<LenderReportLayout>();
  expect(shown).toMatchObject({ lender: name, layout: { name: 'Yamuna Finance, 2026' } });
  // A downloaded layout can be uploaded again.
  expect((await put(id, shown.layout)).statusCode).toBe(200);
  const first = await generate();
  expect((await readPdf(first)).text).toContain('Residence FI Report');
  expect(await generate()).toEqual(first);

  expect((await superAdmin.delete(`lenders/${id}/report-layout/`)).statusCode).toBe(200);
  expect((await readPdf(await generate())).text).toContain('Residence Verification Report');
  const versions = await readRows(db, 'reports', { verification_id: found.id }, ['id', 'facts']);
  const layoutIds = versions.map(({ facts }) => (facts as { layoutId?: number }).layoutId);
  expect(layoutIds).toEqual([expect.any(Number), undefined]);
  const again = await superAdmin.get(`reports/${versions[0]?.id}/file/`);
  expect(again.rawPayload).toEqual(first);
  expect((await auditOf(db, 'lender', id)).map(({ action }) => action)).toEqual([
    ...['change_report_layout', 'change_report_layout', 'delete_report_layout'],
  ]);
});
