import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { linksOf } from '../../testing/reports/report-requests.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addUser, signIn, startSharedApp } from '../../testing/test-app.ts';

const running = await startSharedApp();
const admin = await signIn(running, 'admin');
const agentId = (await addUser(running.db, 'agent')).id;

const addCase = (application_id: string, visit_type: string, more: object = {}) =>
  addVerificationRow(running.db, agentId, { application_id, visit_type, ...more });

/** Requests a report. Returns the verification and template of the new version, or the status of an error. */
async function made(url: 'simple-generate' | 'generate_pdf', payload: object) {
  const { statusCode } = await admin.post(`pdf-generator/${url}/`, payload);
  if (statusCode !== 200) return statusCode;
  const { verification_id, template } = await running.db
    .selectFrom('reports')
    .select(['verification_id', 'template'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return [verification_id, template];
}

test('the report of a number and a template is that of its latest visit with this form', async () => {
  const application_id = 'POINTS-1';
  const office = await addCase(application_id, 'OFFICE');
  const generate = (more: object) => made('generate_pdf', { application_id, ...more });
  // No verification has the requested form, so the latest verification is reported in that form.
  expect(await generate({ template_type: 'RESIDENCE' })).toEqual([office.id, 'residence']);

  const home = await addCase(application_id, 'RESIDENCE');
  const shop = await addCase(application_id, 'SHOP');
  expect(await generate({ template_type: 'RESIDENCE' })).toEqual([home.id, 'residence']);
  expect(await generate({ template_type: 'OFFICE' })).toEqual([shop.id, 'office']);
  expect(await generate({})).toEqual([shop.id, 'office']);

  const applicant_id = office.applicant.id;
  expect(await generate({ template_type: 'OFFICE', applicant_id })).toEqual([office.id, 'office']);
  expect(await generate({ template_type: 'OFFICE', applicant_id: 999_999 })).toBe(404);
});

test('a form without photos belongs to the latest visit of its template, of the applicant it names', async () => {
  const number = 'POINTS-2';
  const office = await addCase(number, 'OFFICE');
  const save = (form: object) => made('simple-generate', form);
  const residence = { template_type: 'residence', applicationRefNo: number };
  expect(await save(residence)).toEqual([office.id, 'residence']);

  const home = await addCase(number, 'RESIDENCE', { applicant_name: 'Asha Rao' });
  const other = { applicant_name: 'Ravi Rao', applicant_type: 'Co-Applicant' };
  const coApplicant = await addCase(number, 'RESIDENCE', other);
  await addCase(number, 'SHOP');
  const shop = await addCase(number, 'BUSINESS');
  expect(await save(residence)).toEqual([coApplicant.id, 'residence']);
  expect(await save({ ...residence, applicantName: ' Asha Rao' })).toEqual([home.id, 'residence']);
  const officeForm = { template_type: 'office', application_ref_no: number };
  expect(await save(officeForm)).toEqual([shop.id, 'office']);
});

test('a form with photos belongs to the visit they show, whichever contact point was visited last', async () => {
  const number = 'POINTS-3';
  const home = await addCase(number, 'RESIDENCE');
  await addCase(number, 'OFFICE');
  await running.db
    .insertInto('photos')
    .values({
      ...{ id: randomUUID(), verification_id: home.id },
      ...{ position: 0, kind: 'image/jpeg', bytes: 1, width: 1, height: 1 },
      sha256: Buffer.alloc(32),
    })
    .execute();
  const image_urls = await linksOf(admin, home.id);
  expect(image_urls).toHaveLength(1);
  const form = { template_type: 'residence', applicationRefNo: number };
  const withPhoto = { ...form, image_urls, photographs_taken: 1 };
  expect(await made('simple-generate', withPhoto)).toEqual([home.id, 'residence']);
});
