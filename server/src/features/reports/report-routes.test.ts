import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { reportBody } from '@doorstep/contract/reports';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { ReportDocument } from '../../platform/reports.ts';
import { signMediaLink } from '../../storage/photos/media-links.ts';
import { pictureKey } from '../../storage/photos/photo-keys.ts';
import { addLenderRow, setDue } from '../../testing/lenders.ts';
import { readPdf } from '../../testing/reports/pdf-text.ts';
import { readRow } from '../../testing/rows.ts';
import { addVisit, tampered } from '../../testing/submission.ts';
import {
  auditOf,
  closeAfterTest,
  signIn,
  startSharedApp,
  startTestApp,
} from '../../testing/test-app.ts';
import { JobLate, PoolBusy } from '../../work/child-pool.ts';
import { drawReport, type StoredForm } from './render/draw-report.ts';
import { ReportRenderingFailed } from './render/report-renderer.ts';

const drawn: ReportDocument[] = [];

const running = await startSharedApp();
const agent = await signIn(running, 'agent', { name: 'Vikram Shah' });
const admin = await signIn(running, 'admin');
const { render } = running.platform.renderer;
running.platform.renderer.render = (document, signal) => {
  drawn.push(document);
  return render(document, signal);
};

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
const otherFields = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`other_${index + 1}`, value]));
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

test('a report of an application without a visit is a 404', async () => {
  const answer = await post(generate, { application_id: 'NONE' });
  expect([answer.statusCode, answer.json().detail]).toEqual([404, 'Verification not found.']);
});

test('a report is drawn while its caller waits, and cancelled once they have disconnected', async () => {
  const server = closeAfterTest(await startTestApp());
  const { applicant } = await addVisit(server, await signIn(server, 'agent'));
  const { headers } = await signIn(server, 'admin');
  const signals: (AbortSignal | undefined)[] = [];
  server.platform.renderer.render = (_, signal) => {
    signals.push(signal);
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
  };
  const leaving = new AbortController();
  // Uses a real connection. Node closes such a request as soon as its body is read, unlike a request of
  // `inject`.
  const asking = fetch(new URL(simple, await server.app.listen({ port: 0, host: '127.0.0.1' })), {
    ...{ method: 'POST', signal: leaving.signal },
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(residence({ applicationRefNo: applicant.application_id })),
  }).catch(() => {});
  await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([false]);
  leaving.abort();
  await asking;
  await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([true]);
  const versions = () => server.db.selectFrom('reports').select('id').execute();
  await expect.poll(versions).toEqual([]);
});

// Covers: report-form-10
test('each wrong field of a form is named', async () => {
  for (const [body, field] of [
    [residence({ template_type: 'shop' }), 'template_type'],
    [residence({ nested: { x: 'y' } }), 'nested'],
    [residence({ nested: ['x'] }), 'nested'],
    [residence({ coApp: 'x'.repeat(20_001) }), 'coApp'],
    [residence({ other: 'x'.repeat(20_001) }), 'other'],
    [residence({ other: 'x', coApp: 'y'.repeat(5_000), remarks: 'z'.repeat(20_000) }), 'remarks'],
    [residence({ other: '2345 6789 0124' }), 'other'],
    [residence({ ['n'.repeat(101)]: 'x' }), 'n'.repeat(100)],
    [residence(otherFields(41)), 'other_41'],
    [residence(otherFields(40, 'x'.repeat(626))), 'other_1'],
    [residence({ personContacted: ['CAT'] }), 'personContacted'],
    [residence({ photographs_taken: -1 }), 'photographs_taken'],
    [residence({ photographs_taken: 'two' }), 'photographs_taken'],
    [residence({ image_urls: 'photo.jpg' }), 'image_urls'],
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

// Covers: threat-14, threat-26
test('an image that is not a photo of the one verification is a 400, and never fetched', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const connected = vi.spyOn(Socket.prototype, 'connect');
  let visitors = 0;
  const host = createServer((socket) => {
    visitors += 1;
    socket.destroy();
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void host.close());
  const { port } = host.address() as AddressInfo;
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
    [[sign('photo', 10)], /^Image 1 has a link that has expired/],
    [[first, tampered(second)], /^Image 2 is not a photo/],
    [[second, first, second], /^Image 3 is the same photo as image 1/],
    [[sign('identity')], /^Image 1 is not a photo/],
    [['https://example.test/cat.jpg'], /^Image 1 is not a photo/],
    [[`http://127.0.0.1:${port}/cat.jpg`], /^Image 1 is not a photo/],
    [[`//127.0.0.1:${port}${first}`], /^Image 1 is not a photo/],
    [['file:///etc/passwd'], /^Image 1 is not a photo/],
    [[`http://localhost${first}`], /^Image 1 is not a photo/],
  ];
  for (const [image_urls, text] of cases) {
    const answer = await post(simple, residence({ image_urls }));
    expect(answer.statusCode, String(text)).toBe(400);
    expect(answer.json().errors.image_urls, String(text)).toEqual([expect.stringMatching(text)]);
  }
  expect(fetched).not.toHaveBeenCalled();
  // The server connected only to the database's socket.
  const away = connected.mock.calls.filter(([to]) => !JSON.stringify(to).includes('.s.PGSQL'));
  expect([visitors, away]).toEqual([0, []]);
  connected.mockRestore();
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

test('a form is stored as sent, version by version, audited, and drawn as stored', async () => {
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy', 'gold']);
  const [first, , third] = await linksOf(id);
  const form = {
    applicationRefNo: ` ${applicant.application_id} `,
    applicantName: 'अनिल कुमार / Anil',
    remarks: 'half a pair \ud83d, a nought\0 and a whole 🏠',
    agencyDecision: 'NEGATIVE',
  };
  const body = residence({ ...form, image_urls: [third, first], photographs_taken: 2 });
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
    form: { ...values, remarks: form.remarks.toWellFormed().replace('\0', '') },
  });
  expect(JSON.stringify(kept[0])).not.toContain('signature');
  expect(kept[0]?.photo_ids.map((photo) => photo)).toEqual(
    [third, first].map((url) => /photo\/([^/]+)/.exec(url ?? '')?.[1]),
  );
  expect(await auditOf(running.db, 'report', kept[0]?.id ?? 0)).toMatchObject([
    {
      actor_id: admin.user.id,
      action: 'create',
      after: { verification_id: id, version: 1, sha256: kept[0]?.pdf_sha256?.toString('hex') },
    },
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

// Covers: threat-26
test('a form that names another application than its photos show is rejected, by the field of its template', async () => {
  const mine = await addVisit(running, agent, ['teal', 'navy']);
  const other = await addVisit(running, agent, ['red']);
  const image_urls = await linksOf(mine.id);
  const cases = [
    ['residence', 'applicationRefNo', other.applicant.application_id, /^The images belong to/],
    ['office', 'application_ref_no', other.applicant.application_id, /^The images belong to/],
    ['office', 'application_ref_no', 'NONE', /^No verification of application NONE/],
  ] as const;
  for (const [template_type, field, reference, text] of cases) {
    const body = { template_type, [field]: reference, image_urls, photographs_taken: 2 };
    const answer = await post(simple, body);
    expect(answer.statusCode, String(text)).toBe(400);
    expect(answer.json().errors).toEqual({ [field]: [expect.stringMatching(text)] });
  }
  for (const photographs_taken of [0, 1, 3, 2.5]) {
    const answer = await post(simple, residence({ image_urls, photographs_taken }));
    expect(answer.statusCode, String(photographs_taken)).toBe(400);
    expect(Object.keys(answer.json().errors)).toEqual(['photographs_taken']);
  }
  expect([...(await reportsOf(mine.id)), ...(await reportsOf(other.id))]).toEqual([]);
});

// Covers: threat-26
test("photos of a deleted application can't be used for a later one with its id", async () => {
  const mine = await addVisit(running, agent, ['teal']);
  const other = await addVisit(running, agent, ['red']);
  const { application_id } = mine.applicant;
  const change = (id: number, set: { deleted_at?: Date; application_id?: string }) =>
    running.db.updateTable('applicants').set(set).where('id', '=', id).execute();
  await change(mine.applicant.id, { deleted_at: new Date() });
  await change(other.applicant.id, { application_id });
  const image_urls = await linksOf(mine.id);
  const answer = await post(simple, residence({ applicationRefNo: application_id, image_urls }));
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().errors)).toEqual(['applicationRefNo']);
  expect(await reportsOf(mine.id)).toEqual([]);
});

// Covers: threat-31
test('the name of an unknown field must not contain an Aadhaar number', async () => {
  const { applicant } = await addVisit(running, agent);
  const body = { applicationRefNo: applicant.application_id, 'UID 2345 6789 0124': 'seen' };
  const answer = await post(simple, residence(body));
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().errors)).toEqual(['UID XXXX XXXX XXXX']);
  // Ignores the request id, which may contain any digits.
  expect(JSON.stringify({ ...answer.json(), request_id: '' })).not.toContain('6789');
});

test('no photo is looked up for an application without a visit', async () => {
  const { id } = await addVisit(running, agent, ['teal']);
  const [link = ''] = await linksOf(id);
  const image_urls = [tampered(link)];
  const answer = await post(simple, residence({ applicationRefNo: 'NONE', image_urls }));
  expect(Object.keys(answer.json().errors)).toEqual(['applicationRefNo']);
});

// Covers: report-form-10
test('another client’s form: unknown names, numbers, booleans and null, without photos', async () => {
  const { id, applicant } = await addVisit(running, agent);
  const answer = await post(simple, {
    template_type: 'office',
    application_ref_no: applicant.application_id,
    employees_count: 12,
    address_confirmed: true,
    landmark: null,
    photographs_taken: null,
    loanPurpose: 'Second tempo',
    gst_registered: false,
    turnover: 4.5,
    'odd name\0 (2)': 'kept',
    constructor: 'kept too',
    blank: null,
  });
  expect([answer.statusCode, answer.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  const [kept] = await reportsOf(id);
  expect(kept?.form).toMatchObject({
    employees_count: '12',
    address_confirmed: 'Yes',
    landmark: '',
    loanPurpose: 'Second tempo',
    gst_registered: 'No',
    turnover: '4.5',
    'odd name (2)': 'kept',
    photographs_taken: 0,
  });
  const { text } = await readPdf(answer.rawPayload);
  expect(text).toContain(
    'Other Details Constructor kept too Gst Registered No Loan Purpose Second tempo Odd Name (2) kept Turnover 4.5',
  );
  const { saved } = (
    await running.app.inject({
      url: `/api/v1/verification_tasks/${id}/saved-form/?template_type=office`,
      headers: admin.headers,
    })
  ).json();
  expect(saved.form).toMatchObject({ loanPurpose: 'Second tempo', employees_count: '12' });
});

// Covers: other-clients-7
test('another client’s form: any text in a dropdown, long remarks, counts as text, whole links', async () => {
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy']);
  const links = await linksOf(id);
  const sent = {
    ...{ template_type: 'Residence', applicationRefNo: applicant.application_id },
    ...{ personContacted: 'Neighbour’s son', verifierRemarks: 'House is locked. '.repeat(1_176) },
    photographs_taken: ' 2 ',
  };
  expect(sent.verifierRemarks.length).toBeGreaterThan(19_990);
  const image_urls = links.map((link, index) => `http${index > 0 ? 's' : ''}://office.test${link}`);
  const answer = await running.app.inject({
    ...{ method: 'POST', url: simple, payload: { ...sent, image_urls } },
    headers: { ...admin.headers, host: 'office.test' },
  });
  expect([answer.statusCode, answer.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect(drawn.at(-1)).toMatchObject({
    values: { personContacted: 'Neighbour’s son', photographs_taken: 2 },
    photos: [{}, {}],
  });
  const { text } = await readPdf(answer.rawPayload);
  expect(text).toContain('Neighbour’s son');
  // A page may end within an occurrence, so not all occurrences match.
  expect(text.match(/House is locked\./g)?.length).toBeGreaterThan(1_165);

  const other = await running.app.inject({
    ...{ method: 'POST', url: simple, payload: { ...sent, image_urls } },
    headers: { ...admin.headers, host: 'elsewhere.test' },
  });
  expect([other.statusCode, Object.keys(other.json().errors)]).toEqual([400, ['image_urls']]);
});

// Covers: report-form-10
test('forty further fields are printed', async () => {
  const { applicant } = await addVisit(running, agent);
  const body = residence({
    applicationRefNo: applicant.application_id,
    ...otherFields(40, 'printed'),
  });
  const { text } = await readPdf((await post(simple, body)).rawPayload);
  expect(text.match(/Other \d+ printed/g)).toHaveLength(40);
});

test('forms saved at the same time make one version each', async () => {
  const { renderer } = running.platform;
  const { render } = renderer;
  let number = 0;
  renderer.render = async () => ({ pdf: Buffer.from(`%PDF ${number++}`), pages: 1 });
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

test('a very long name still makes a valid header', async () => {
  const { applicant } = await addVisit(running, agent);
  const body = residence({
    applicationRefNo: applicant.application_id,
    applicantName: 'अ'.repeat(200),
  });
  const answer = await post(simple, body);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']?.length).toBeLessThan(2000);
});

// Covers: fault-23
test('a lost size is made again; a lost or damaged photo keeps its place', async () => {
  const { id } = await addVisit(running, agent, ['teal', 'navy', 'gold', 'plum']);
  const image_urls = await linksOf(id);
  const key = (url: string | undefined) =>
    pictureKey('photo', /photo\/([^/]+)/.exec(url ?? '')?.[1] ?? '', 'report');
  const { photos } = running.platform;
  const original = (url: string | undefined) => key(url).replace(/report$/, 'original');
  for (const url of image_urls.slice(0, 3)) await photos.delete(original(url));
  await photos.delete(key(image_urls[0]));
  const whole = await photos.get(key(image_urls[2]));
  const broken = [undefined, Buffer.from('not a picture'), whole.subarray(0, whole.length * 0.7)];
  for (const [index, bytes] of [...broken, broken[1]].entries()) {
    await photos.delete(key(image_urls[index]));
    if (bytes) await photos.put(key(image_urls[index]), bytes);
  }
  const answer = await post(simple, residence({ image_urls, photographs_taken: 4 }));
  expect(answer.statusCode).toBe(200);
  expect(drawn.at(-1)?.photos.map((photo) => photo !== null)).toEqual([false, false, false, true]);
});

test('a photo that only the engine finds broken loses its tile, not the report', async () => {
  const { id } = await addVisit(running, agent, ['teal', 'navy']);
  const image_urls = await linksOf(id);
  const { photos } = running.platform;
  const key = pictureKey('photo', /photo\/([^/]+)/.exec(image_urls[0] ?? '')?.[1] ?? '', 'report');
  await photos.delete(key);
  await photos.put(key, Buffer.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]));
  const answer = await post(simple, residence({ image_urls, photographs_taken: 2 }));
  expect(answer.statusCode).toBe(200);
  expect(drawn.at(-1)?.photos.map((photo) => photo !== null)).toEqual([false, true]);
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
    version: 1,
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
  expect(await reportsOf(id)).toMatchObject([{ version: 1, origin: 'generated' }]);

  const again = await post(generate, { application_id: 'DS/77 अ-1' });
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
  await post(`/api/v1/verification_tasks/${id}/admin-decision/`, { decision: 'negative' });
  const later = await post(generate, { application_id: 'DS/77 अ-1' });
  expect(later.rawPayload.equals(answer.rawPayload)).toBe(false);
  expect(drawn.at(-1)).toMatchObject({
    version: 2,
    decision: 'negative',
    values: { recommended: 'N' },
  });
  const kept = await reportsOf(id);
  expect(kept).toHaveLength(2);
  const actions = await auditOf(running.db, 'report', kept[0]?.id ?? 0);
  expect(actions.map(({ action }) => action)).toEqual(['create', 'download']);
});

// Covers: lenders-4
test('if the lender wants it, a report has the times of the clock, which are part of the version', async () => {
  const { id, applicant } = await addVisit(running, agent, [], { application_id: 'DS/78' });
  const { id: lenderId, ruleId } = await addLenderRow(running.db, {
    portfolios: [applicant.portfolio_name],
  });
  const applicantId = applicant.id;
  const dueAt = await setDue(running.db, applicantId, ruleId);
  await post(generate, { application_id: 'DS/78' });
  expect(drawn.at(-1)?.times).toBeUndefined();
  await running.db
    .updateTable('lenders')
    .set({ prints_times: true })
    .where('id', '=', lenderId)
    .execute();
  await post(generate, { application_id: 'DS/78' });
  expect(drawn.at(-1)?.times).toMatchObject({ dueAt, decidedAt: null, isInTime: null });
  await post(`/api/v1/verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  const { decided_at } = await readRow(running.db, 'verifications', { id }, ['decided_at']);
  await post(generate, { application_id: 'DS/78' });
  const receivedAt = new Date(applicant.created_at).toISOString();
  expect(drawn.at(-1)).toMatchObject({
    version: 3,
    times: { receivedAt, dueAt, decidedAt: decided_at, isInTime: true },
  });
});

test('the last saved form is drawn again, for its own template', async () => {
  const { applicant, id } = await addVisit(running, agent, ['teal', 'navy'], {
    visit_type: 'SHOP',
  });
  const { application_id } = applicant;
  const [first] = await linksOf(id);
  let last: Buffer | undefined;
  for (const designation of ['Clerk', 'Manager']) {
    const office = {
      ...residence({ designation, photographs_taken: 1 }),
      template_type: 'office',
      image_urls: [first],
    };
    last = (await post(simple, office)).rawPayload;
  }
  for (const template_type of ['OFFICE', 'professional']) {
    const answer = await post(generate, { application_id, template_type });
    expect(answer.rawPayload.equals(last ?? Buffer.alloc(0))).toBe(true);
  }
  await post(`/api/v1/verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
  await post(generate, { application_id });
  expect(drawn.at(-1)).toMatchObject({
    form: { template: 'office' },
    version: 3,
    decision: 'positive',
    values: { designation: 'Manager' },
  });
  expect(drawn.at(-1)?.photos).toHaveLength(1);
  await post(generate, { application_id, template_type: 'RESIDENCE' });
  expect(drawn.at(-1)).toMatchObject({ form: { template: 'residence' }, version: 4 });
});

test.each([
  [new PoolBusy(), 503, 'unavailable'],
  [new JobLate(), 503, 'unavailable'],
  [new Error('secret path'), 500, 'report_failed'],
])(
  'a report that fails with %s is a clear problem and leaves no version',
  async (cause, status, code) => {
    const { applicant, id } = await addVisit(running, agent);
    const { renderer } = running.platform;
    const { render } = renderer;
    renderer.render = () => Promise.reject(new ReportRenderingFailed('secret', { cause }));
    const failed = await post(generate, { application_id: applicant.application_id });
    renderer.render = render;
    expect(failed.statusCode).toBe(status);
    expect(failed.json()).toMatchObject({ code });
    expect(failed.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
    expect(failed.body).not.toContain('secret');
    expect(await reportsOf(id)).toEqual([]);
  },
);

test('an unreachable store is a clear problem, and a stuck report is given up', async () => {
  const { applicant, id } = await addVisit(running, agent, ['teal']);
  const { photos, renderer } = running.platform;
  for (const method of ['get', 'put'] as const) {
    const works = photos[method];
    Object.assign(photos, { [method]: () => Promise.reject(new Error('connect ETIMEDOUT')) });
    const away = await post(generate, { application_id: applicant.application_id });
    Object.assign(photos, { [method]: works });
    expect(away.statusCode, method).toBe(503);
  }
  expect(await reportsOf(id)).toEqual([]);

  await post(generate, { application_id: applicant.application_id });
  const [kept] = await reportsOf(id);
  const stuck = {
    ...running.platform,
    renderer: { ...renderer, render: () => new Promise<never>(() => {}) },
  };
  const drawing = drawReport(stuck, kept as unknown as StoredForm, { deadline: 50 });
  await expect(drawing).rejects.toMatchObject({ status: 503 });
});
