import { reportBody } from '@doorstep/contract/reports';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { signMediaLink } from '../../storage/media-links.ts';
import { pictureKey } from '../../storage/photo-keys.ts';
import { addVisit, tampered } from '../../testing/submission.ts';
import {
  auditOf,
  signIn,
  startTestApp,
  type TestApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { drawReport } from './draw-report.ts';
import { type ReportDocument, ReportRenderingFailed } from './report-renderer.ts';
import { findCase } from './report-store.ts';

let running: TestApp;
let agent: Visitor;
let admin: Visitor;
/** What the renderer was asked to draw, the last one last. */
const drawn: ReportDocument[] = [];

beforeAll(async () => {
  running = await startTestApp();
  agent = await signIn(running, 'agent', { name: 'Vikram Shah' });
  admin = await signIn(running, 'admin');
  const { render } = running.platform.renderer;
  running.platform.renderer.render = (document) => {
    drawn.push(document);
    return render(document);
  };
});
afterAll(() => running.close());

const simple = '/api/v1/pdf-generator/simple-generate/';
const generate = '/api/v1/pdf-generator/generate_pdf/';
const post = (url: string, payload: object, visitor = admin) =>
  running.app.inject({ method: 'POST', url, payload, headers: visitor.headers });
const residence = (more: object = {}) => ({
  template_type: 'residence',
  image_urls: [] as string[],
  photographs_taken: 0,
  ...more,
});
const linksOf = async (id: number): Promise<string[]> => {
  const url = `/api/v1/verification_tasks/${id}/`;
  return (await running.app.inject({ url, headers: admin.headers })).json().image_urls;
};
const reportsOf = (verificationId: number) =>
  running.db
    .selectFrom('reports')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .orderBy('version')
    .execute();

test('a report of an application that nobody visited is a 404', async () => {
  const answer = await post(generate, { application_id: 'NONE' });
  expect([answer.statusCode, answer.json().detail]).toEqual([404, 'Verification not found.']);
});

test('agents and strangers get no reports', async () => {
  for (const url of [simple, generate]) {
    expect((await post(url, {}, agent)).statusCode).toBe(403);
    expect((await running.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401);
  }
});

test('each wrong field of a form is named', async () => {
  for (const [body, field] of [
    [residence({ template_type: 'shop' }), 'template_type'],
    [residence({ typo: 'x' }), 'typo'],
    [residence({ personContacted: 'CAT' }), 'personContacted'],
    [residence({ photographs_taken: -1 }), 'photographs_taken'],
    [{ template_type: 'residence', photographs_taken: 0 }, 'image_urls'],
  ] as const) {
    const answer = await post(simple, body);
    expect(answer.statusCode, field).toBe(400);
    expect(Object.keys(answer.json().errors), field).toContain(field);
  }
  expect((await post(generate, { application_id: ' ' })).json().errors).toHaveProperty(
    'application_id',
  );
  expect((await post(generate, { application_id: 'X', template_type: 'other' })).statusCode).toBe(
    400,
  );
});

test('an image that is not a photo of the one verification is a 400, and never fetched', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const mine = await addVisit(running, agent, ['teal', 'navy']);
  const foreign = await addVisit(running, agent, ['red']);
  const [first = '', second = ''] = await linksOf(mine.id);
  const [strange = ''] = await linksOf(foreign.id);
  const id = /photo\/([^/]+)/.exec(first)?.[1] ?? '';
  const sign = (kind: 'photo' | 'identity', hoursAgo = 0) =>
    signMediaLink(
      running.platform.secret,
      { kind, id, size: 'screen' },
      new Date(Date.now() - hoursAgo * 3_600_000),
    );
  const cases: [string[], RegExp][] = [
    [[first, strange], /^Image 2 belongs to another verification/],
    [[sign('photo', 10)], /^Image 1 has a link that is out of date/],
    [[first, tampered(second)], /^Image 2 is not a photo/],
    [[sign('identity')], /^Image 1 is not a photo/],
    [['https://example.test/cat.jpg'], /^Image 1 is not a photo/],
    [['file:///etc/passwd'], /^Image 1 is not a photo/],
    [[`http://localhost${first}`], /^Image 1 is not a photo/],
  ];
  for (const [image_urls, text] of cases) {
    const answer = await post(simple, residence({ image_urls }));
    expect(answer.statusCode, String(text)).toBe(400);
    expect(answer.json().errors.image_urls, String(text)).toEqual([expect.stringMatching(text)]);
  }
  expect(fetched).not.toHaveBeenCalled();
  expect(await reportsOf(mine.id)).toEqual([]);
});

test('without images the form must name an application that was visited', async () => {
  for (const applicationRefNo of ['', 'NONE']) {
    const answer = await post(simple, residence({ applicationRefNo }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toHaveProperty('applicationRefNo');
  }
  const { id, applicant } = await addVisit(running, agent);
  const body = {
    ...residence(),
    template_type: 'office',
    application_ref_no: ` ${applicant.application_id} `,
  };
  expect((await post(simple, body)).statusCode).toBe(200);
  expect(await reportsOf(id)).toMatchObject([{ version: 1, template: 'office', photo_ids: [] }]);
});

test('a form is kept as sent, version by version, audited, and drawn as kept', async () => {
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy', 'gold']);
  const [first, , third] = await linksOf(id);
  const form = {
    applicationRefNo: 'as typed',
    applicantName: 'अनिल कुमार / Anil',
    remarks: 'half a pair \ud83d and a whole 🏠',
    agencyDecision: 'NEGATIVE',
  };
  const body = residence({ ...form, image_urls: [third, first], photographs_taken: 7 });
  const answer = await post(simple, body);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="${'_'.repeat(10)}___Anil_residence.pdf"; filename*=UTF-8''${encodeURIComponent('अनिल_कुमार___Anil_residence.pdf')}`,
  );
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

  await post(simple, body);
  const kept = await reportsOf(id);
  expect(kept.map((report) => report.version)).toEqual([1, 2]);
  const { image_urls: _, ...values } = z.parse(reportBody('Doorstep'), body);
  expect(kept[0]).toMatchObject({
    template: 'residence',
    created_by: admin.user.id,
    form: { ...values, remarks: form.remarks.toWellFormed() },
  });
  expect(JSON.stringify(kept[0])).not.toContain('signature');
  expect(kept[0]?.photo_ids.map((photo) => photo)).toEqual(
    [third, first].map((url) => /photo\/([^/]+)/.exec(url ?? '')?.[1]),
  );
  expect(await auditOf(running.db, 'report', kept[0]?.id ?? 0)).toMatchObject([
    { actor_id: admin.user.id, action: 'create', after: { verification_id: id, version: 1 } },
  ]);
  expect(drawn.at(-1)).toMatchObject({
    values: kept[1]?.form,
    version: 2,
    decision: 'pending',
    agency: { name: 'Doorstep' },
    verification: { id, applicationId: applicant.application_id, agentName: 'Vikram Shah' },
    photos: [{ width: 480 }, { width: 480, takenAt: '2026-03-05T05:00:00.000Z' }],
  });
});

test('forms saved at once make one version each', async () => {
  const { renderer } = running.platform;
  const { render } = renderer;
  renderer.render = async () => new Uint8Array();
  for (let round = 0; round < 10; round += 1) {
    const { id, applicant } = await addVisit(running, agent);
    const body = residence({ applicationRefNo: applicant.application_id });
    const saves = Array.from({ length: 6 }, () => post(simple, body));
    const answers = await Promise.all(saves);
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
    expect((await reportsOf(id)).map((report) => report.version)).toEqual([1, 2, 3, 4, 5, 6]);
  }
  renderer.render = render;
});

test('a very long name still makes a header', async () => {
  const { applicant } = await addVisit(running, agent);
  const body = residence({
    applicationRefNo: applicant.application_id,
    applicantName: 'अ'.repeat(5000),
  });
  const answer = await post(simple, body);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']?.length).toBeLessThan(2000);
});

test('a missing and a damaged photo keep their places', async () => {
  const { id } = await addVisit(running, agent, ['teal', 'navy', 'gold', 'plum']);
  const image_urls = await linksOf(id);
  const key = (url: string | undefined) =>
    pictureKey('photo', /photo\/([^/]+)/.exec(url ?? '')?.[1] ?? '', 'report');
  const { photos } = running.platform;
  await photos.delete(key(image_urls[0]));
  await photos.put(key(image_urls[1]), Buffer.from('not a picture'));
  const whole = await photos.get(key(image_urls[2]));
  await photos.put(key(image_urls[2]), whole.subarray(0, whole.length * 0.7));
  const answer = await post(simple, residence({ image_urls, photographs_taken: 4 }));
  expect(answer.statusCode).toBe(200);
  expect(drawn.at(-1)?.photos.map((photo) => photo !== null)).toEqual([false, false, false, true]);
});

test('a report from stored data is prefilled, with the decision and all photos', async () => {
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy'], {
    application_id: 'DS/77 अ-1',
    visit_type: 'RESIDENCE VISIT',
  });
  await post(`/api/v1/verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  const answer = await post(generate, { application_id: 'DS/77 अ-1' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toContain(
    `filename*=UTF-8''${encodeURIComponent('DS_77_अ-1.pdf')}`,
  );
  expect(drawn.at(-1)).toMatchObject({
    form: { template: 'residence' },
    decision: 'positive',
    version: 0,
    values: {
      applicationRefNo: 'DS/77 अ-1',
      applicantName: applicant.applicant_name,
      residencePhoneMobile: '9820098200',
      agencyDecision: 'POSITIVE',
      recommended: 'Y',
      feName: 'Vikram Shah',
      photographs_taken: 2,
    },
    photos: [{}, {}],
  });
  expect(await reportsOf(id)).toEqual([]);
});

test('the form last saved is what is drawn again, for its own template', async () => {
  const { applicant, id } = await addVisit(running, agent, ['teal', 'navy'], {
    visit_type: 'SHOP',
  });
  const { application_id } = applicant;
  const [first] = await linksOf(id);
  for (const designation of ['Clerk', 'Manager']) {
    const office = { ...residence({ designation }), template_type: 'office', image_urls: [first] };
    expect((await post(simple, office)).statusCode).toBe(200);
  }
  expect((await post(generate, { application_id, template_type: 'OFFICE' })).statusCode).toBe(200);
  expect(drawn.at(-1)).toMatchObject({ version: 2, values: { designation: 'Manager' } });
  expect(drawn.at(-1)?.photos).toHaveLength(1);

  await post(generate, { application_id });
  expect(drawn.at(-1)?.form.template).toBe('office');
  await post(generate, { application_id, template_type: 'RESIDENCE' });
  expect(drawn.at(-1)).toMatchObject({ form: { template: 'residence' }, version: 0 });
});

test('a report that fails, or a store that is away, is a clear problem', async () => {
  const { applicant, id } = await addVisit(running, agent, ['teal']);
  const { renderer, photos } = running.platform;
  const { render } = renderer;
  renderer.render = () => Promise.reject(new ReportRenderingFailed('secret path'));
  const failed = await post(generate, { application_id: applicant.application_id });
  renderer.render = render;
  expect(failed.statusCode).toBe(500);
  expect(failed.json()).toMatchObject({ code: 'report_failed' });
  expect(failed.body).not.toContain('secret');

  const { get } = photos;
  photos.get = () => Promise.reject(new Error('connect ETIMEDOUT'));
  const away = await post(generate, { application_id: applicant.application_id });
  photos.get = get;
  expect(away.statusCode).toBe(503);

  const found = await findCase(running.db, id);
  if (!found) throw new Error('The visit is gone');
  const { form, values } = drawn.at(-1) as ReportDocument;
  const stuck = {
    ...running.platform,
    renderer: { ...renderer, render: () => new Promise<never>(() => {}) },
  };
  const filled = { form, values, photos: [], version: 1, generatedAt: new Date().toISOString() };
  await expect(drawReport(stuck, found, filled, 50)).rejects.toMatchObject({ status: 503 });
});
