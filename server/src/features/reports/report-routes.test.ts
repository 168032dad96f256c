import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import type { EvidencePart } from '@doorstep/contract/evidence/checks';
import { reportBody, simpleGenerate } from '@doorstep/contract/reports';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { signMediaLink } from '../../storage/photos/media-links.ts';
import { pictureKey } from '../../storage/photos/photo-keys.ts';
import { addLenderRow, setDue } from '../../testing/lenders.ts';
import { readPdf } from '../../testing/reports/pdf-text.ts';
import {
  decide,
  generateReport,
  linksOf,
  photoIdOf,
  sendForm,
} from '../../testing/reports/report-requests.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
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
import { gatherFacts } from './report-facts.ts';
import { findReportedVerification } from './report-store.ts';

const running = await startSharedApp();
const { db, platform } = running;
const agent = await signIn(running, 'agent', { name: 'Vikram Shah' });
const admin = await signIn(running, 'admin');
const rendering = vi.spyOn(platform.renderer, 'render');
const lastDrawn = () => rendering.mock.lastCall?.[0];

const send = (form: object) => sendForm(admin, form);
const generate = (applicationId: string, more?: object) =>
  generateReport(admin, applicationId, more);
const reportsOf = async (verification_id: number) =>
  (await readRows(db, 'reports', { verification_id })).toSorted(
    (one, other) => one.version - other.version,
  );
const otherFields = (count: number, value = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`other_${index + 1}`, value]));
/** Adds a visit with photos. Returns its verification's id, its application number and the photos' links. */
async function visitWith(...colours: string[]) {
  const { id, applicant } = await addVisit(running, agent, colours);
  return { id, reference: applicant.application_id, links: await linksOf(admin, id) };
}
/** Replaces the stored picture of a photo in the size for reports. Without `bytes`, deletes the picture. */
async function replacePhoto(link: string | undefined, bytes: Uint8Array | undefined) {
  const key = pictureKey('photo', photoIdOf(link), 'report');
  await platform.photos.delete(key);
  if (bytes) await platform.photos.put(key, bytes);
}

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
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  // Uses a real connection instead of `inject`, because only a real request is closed as soon as its body is
  // read.
  const asking = fetch(new URL(simpleGenerate.path, address), {
    ...{ method: 'POST', signal: leaving.signal },
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ template_type: 'residence', image_urls: [], photographs_taken: 0 },
      applicationRefNo: applicant.application_id,
    }),
  }).catch(() => {});
  await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([false]);
  leaving.abort();
  await asking;
  await expect.poll(() => signals.map((signal) => signal?.aborted)).toEqual([true]);
  await expect.poll(() => readRows(server.db, 'reports', {}, ['id'])).toEqual([]);
});

// Covers: report-form-10
test.each<[string, object]>([
  ['template_type', { template_type: 'shop' }],
  ['nested', { nested: { x: 'y' } }],
  ['nested', { nested: ['x'] }],
  ['coApp', { coApp: 'x'.repeat(20_001) }],
  ['other', { other: 'x'.repeat(20_001) }],
  ['remarks', { other: 'x', coApp: 'y'.repeat(5_000), remarks: 'z'.repeat(20_000) }],
  ['other', { other: '2345 6789 0124' }],
  ['n'.repeat(100), { ['n'.repeat(101)]: 'x' }],
  ['other_41', otherFields(41)],
  ['other_1', otherFields(40, 'x'.repeat(626))],
  ['personContacted', { personContacted: ['CAT'] }],
  ['photographs_taken', { photographs_taken: -1 }],
  ['photographs_taken', { photographs_taken: 'two' }],
  ['image_urls', { image_urls: 'photo.jpg' }],
])('the wrong field %s of a form is named', async (field, form) => {
  const answer = await send(form);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().errors)).toContain(field);
});

test('a report of stored data needs an application and a known template', async () => {
  expect((await generate(' ')).json().errors).toHaveProperty('application_id');
  expect((await generate('X', { template_type: 'other' })).statusCode).toBe(400);
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
  const mine = await visitWith('teal', 'navy');
  const [first = '', second = ''] = mine.links;
  const [strange = ''] = (await visitWith('red')).links;
  const sign = (kind: 'photo' | 'identity', hoursAgo = 0, id = photoIdOf(first)) =>
    signMediaLink(
      platform.secret,
      { kind, id, size: 'screen' },
      new Date(Date.now() - hoursAgo * 3_600_000),
    );
  const cases: [string[], RegExp][] = [
    [[first, strange], /^Image 2 belongs to another verification/],
    [[sign('photo', 10)], /^Image 1 has a link that has expired/],
    [[first, tampered(second)], /^Image 2 is not a photo/],
    [[second, first, second], /^Image 3 is the same photo as image 1/],
    [[sign('identity')], /^Image 1 is not a photo/],
    [[sign('photo', 0, randomUUID())], /^Image 1 is not a photo/],
    [['https://example.test/cat.jpg'], /^Image 1 is not a photo/],
    [[`http://127.0.0.1:${port}/cat.jpg`], /^Image 1 is not a photo/],
    [[`//127.0.0.1:${port}${first}`], /^Image 1 is not a photo/],
    [['file:///etc/passwd'], /^Image 1 is not a photo/],
    [[`http://localhost${first}`], /^Image 1 is not a photo/],
  ];
  for (const [image_urls, text] of cases) {
    const answer = await send({ image_urls });
    expect(answer.statusCode, String(text)).toBe(400);
    expect(answer.json().errors.image_urls, String(text)).toEqual([expect.stringMatching(text)]);
  }
  expect(fetched).not.toHaveBeenCalled();
  // The only connections of the server were to the database's socket.
  const away = connected.mock.calls.filter(([to]) => !JSON.stringify(to).includes('.s.PGSQL'));
  expect([visitors, away]).toEqual([0, []]);
  connected.mockRestore();
  expect(await reportsOf(mine.id)).toEqual([]);
});

test('without images the form must name an application that was visited', async () => {
  for (const applicationRefNo of ['', 'NONE']) {
    const answer = await send({ applicationRefNo });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toHaveProperty('applicationRefNo');
  }
  const { id, reference } = await visitWith();
  const office = { template_type: 'office', application_ref_no: ` ${reference} ` };
  expect((await send(office)).statusCode).toBe(200);
  expect(await reportsOf(id)).toMatchObject([{ version: 1, template: 'office', photo_ids: [] }]);
});

test('a form is stored as sent, version by version, audited, and drawn as stored', async () => {
  const { id, reference, links } = await visitWith('teal', 'navy', 'gold');
  const image_urls = [links[2], links[0]];
  const form = {
    ...{ applicationRefNo: ` ${reference} `, applicantName: 'अनिल कुमार / Anil' },
    remarks: 'half a pair \ud83d, a nought\0 and a whole 🏠',
    ...{ agencyDecision: 'NEGATIVE', template_type: 'residence', photographs_taken: 2 },
  };
  const answer = await send({ ...form, image_urls });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="${'_'.repeat(10)}___Anil_residence.pdf"; filename*=UTF-8''${encodeURIComponent('अनिल_कुमार___Anil_residence.pdf')}`,
  );
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

  await send({ ...form, image_urls });
  const [first, second, ...more] = await reportsOf(id);
  expect(more).toEqual([]);
  const { image_urls: _, ...values } = z.parse(reportBody('Doorstep'), { ...form, image_urls });
  expect(first).toMatchObject({
    ...{ version: 1, template: 'residence', created_by: admin.user.id },
    form: { ...values, remarks: form.remarks.toWellFormed().replace('\0', '') },
    photo_ids: image_urls.map(photoIdOf),
  });
  expect(JSON.stringify(first)).not.toContain('signature');
  const sha256 = first?.pdf_sha256?.toString('hex');
  expect(await auditOf(db, 'report', first?.id ?? 0)).toMatchObject([
    {
      ...{ actor_id: admin.user.id, action: 'create' },
      after: { verification_id: id, version: 1, sha256 },
    },
  ]);
  expect(lastDrawn()).toMatchObject({
    ...{ values: second?.form, version: 2, decision: 'pending', agency: { name: 'Doorstep' } },
    verification: { id, applicationId: reference, agentName: 'Vikram Shah' },
    photos: [{ width: 480 }, { width: 480, takenAt: '2026-03-05T05:00:00.000Z' }],
  });
});

// Covers: threat-26
test('a form that names another application than its photos show is rejected, by the field of its template', async () => {
  const { id, links: image_urls } = await visitWith('teal', 'navy');
  const other = await visitWith('red');
  for (const [template_type, field, reference, text] of [
    ['residence', 'applicationRefNo', other.reference, /^The images belong to/],
    ['office', 'application_ref_no', other.reference, /^The images belong to/],
    ['office', 'application_ref_no', 'NONE', /^No verification of application NONE/],
  ] as const) {
    const form = { template_type, [field]: reference, image_urls, photographs_taken: 2 };
    const answer = await send(form);
    expect(answer.statusCode, String(text)).toBe(400);
    expect(answer.json().errors).toEqual({ [field]: [expect.stringMatching(text)] });
  }
  for (const photographs_taken of [0, 1, 3, 2.5]) {
    const answer = await send({ image_urls, photographs_taken });
    expect(answer.statusCode, String(photographs_taken)).toBe(400);
    expect(Object.keys(answer.json().errors)).toEqual(['photographs_taken']);
  }
  expect([...(await reportsOf(id)), ...(await reportsOf(other.id))]).toEqual([]);
});

// Covers: threat-26
test("photos of a deleted application can't be used for a later one with its id", async () => {
  const mine = await addVisit(running, agent, ['teal']);
  const other = await addVisit(running, agent, ['red']);
  const { application_id } = mine.applicant;
  await changeRows(db, 'applicants', { id: mine.applicant.id }, { deleted_at: new Date() });
  await changeRows(db, 'applicants', { id: other.applicant.id }, { application_id });
  const image_urls = await linksOf(admin, mine.id);
  const answer = await send({ applicationRefNo: application_id, image_urls });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().errors)).toEqual(['applicationRefNo']);
  expect(await reportsOf(mine.id)).toEqual([]);
});

// Covers: threat-31
test('the name of an unknown field must not contain an Aadhaar number', async () => {
  const answer = await send({ 'UID 2345 6789 0124': 'seen' });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().errors)).toEqual(['UID XXXX XXXX XXXX']);
  // Ignores the request id, which may contain any digits.
  expect(JSON.stringify({ ...answer.json(), request_id: '' })).not.toContain('6789');
});

test('no photo is looked up for an application without a visit', async () => {
  const [link = ''] = (await visitWith('teal')).links;
  const answer = await send({ applicationRefNo: 'NONE', image_urls: [tampered(link)] });
  expect(Object.keys(answer.json().errors)).toEqual(['applicationRefNo']);
});

// Covers: report-form-10
test('another client’s form: unknown names, numbers, booleans and null, without photos', async () => {
  const { id, reference } = await visitWith();
  const answer = await send({
    ...{ template_type: 'office', application_ref_no: reference },
    ...{ employees_count: 12, address_confirmed: true, landmark: null, photographs_taken: null },
    ...{ loanPurpose: 'Second tempo', gst_registered: false, turnover: 4.5 },
    ...{ 'odd name\0 (2)': 'kept', constructor: 'kept too', blank: null },
  });
  expect([answer.statusCode, answer.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect((await reportsOf(id))[0]?.form).toMatchObject({
    ...{ employees_count: '12', address_confirmed: 'Yes', landmark: '', photographs_taken: 0 },
    ...{ loanPurpose: 'Second tempo', gst_registered: 'No', turnover: '4.5' },
    'odd name (2)': 'kept',
  });
  const { text } = await readPdf(answer.rawPayload);
  expect(text).toContain(
    'Other Details Constructor kept too Gst Registered No Loan Purpose Second tempo Odd Name (2) kept Turnover 4.5',
  );
  const saved = await admin.get(`verification_tasks/${id}/saved-form/?template_type=office`);
  expect(saved.json().saved.form).toMatchObject({
    ...{ loanPurpose: 'Second tempo', employees_count: '12' },
  });
});

// Covers: other-clients-7
test('another client’s form: any text in a dropdown, long remarks, counts as text, whole links', async () => {
  const { reference, links } = await visitWith('teal', 'navy');
  const payload = {
    ...{ template_type: 'Residence', applicationRefNo: reference, photographs_taken: ' 2 ' },
    ...{ personContacted: 'Neighbour’s son', verifierRemarks: 'House is locked. '.repeat(1_176) },
    image_urls: links.map((link, index) => `http${index > 0 ? 's' : ''}://office.test${link}`),
  };
  expect(payload.verifierRemarks.length).toBeGreaterThan(19_990);
  const sendTo = (host: string) => {
    const headers = { ...admin.headers, host };
    return running.app.inject({ method: 'POST', url: simpleGenerate.path, payload, headers });
  };
  const answer = await sendTo('office.test');
  expect([answer.statusCode, answer.body.slice(0, 5)]).toEqual([200, '%PDF-']);
  expect(lastDrawn()).toMatchObject({
    values: { personContacted: 'Neighbour’s son', photographs_taken: 2 },
    photos: [{}, {}],
  });
  const { text } = await readPdf(answer.rawPayload);
  expect(text).toContain('Neighbour’s son');
  // An occurrence that a page break splits doesn't match.
  expect(text.match(/House is locked\./g)?.length).toBeGreaterThan(1_165);

  const other = await sendTo('elsewhere.test');
  expect([other.statusCode, Object.keys(other.json().errors)]).toEqual([400, ['image_urls']]);
});

// Covers: report-form-10
test('forty further fields are printed', async () => {
  const { reference } = await visitWith();
  const answer = await send({ applicationRefNo: reference, ...otherFields(40, 'printed') });
  const { text } = await readPdf(answer.rawPayload);
  expect(text.match(/Other \d+ printed/g)).toHaveLength(40);
});

test('forms saved at the same time make one version each', async () => {
  let number = 0;
  rendering.mockImplementation(async () => ({ pdf: Buffer.from(`%PDF ${number++}`), pages: 1 }));
  onTestFinished(() => void rendering.mockReset());
  for (let round = 0; round < 10; round += 1) {
    const { id, reference } = await visitWith();
    const saves = Array.from({ length: 6 }, () => send({ applicationRefNo: reference }));
    const answers = await Promise.all(saves);
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 200));
    expect((await reportsOf(id)).map((report) => report.version)).toEqual([1, 2, 3, 4, 5, 6]);
  }
});

test('a very long name still makes a valid header', async () => {
  const { reference } = await visitWith();
  const answer = await send({ applicationRefNo: reference, applicantName: 'अ'.repeat(200) });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']?.length).toBeLessThan(2000);
});

// Covers: fault-23
test('a lost size is made again; a lost or damaged photo keeps its place', async () => {
  const { links: image_urls } = await visitWith('teal', 'navy', 'gold', 'plum', 'red');
  for (const link of image_urls.slice(0, 3)) {
    await platform.photos.delete(pictureKey('photo', photoIdOf(link), 'original'));
  }
  const whole = await platform.photos.get(pictureKey('photo', photoIdOf(image_urls[2]), 'report'));
  const noPicture = Buffer.from('not a picture');
  const half = whole.subarray(0, whole.length * 0.7);
  for (const [index, bytes] of [undefined, noPicture, half, noPicture, undefined].entries()) {
    await replacePhoto(image_urls[index], bytes);
  }
  const original = pictureKey('photo', photoIdOf(image_urls[4]), 'original');
  await platform.photos.delete(original);
  await platform.photos.put(original, noPicture);
  const answer = await send({ image_urls, photographs_taken: 5 });
  expect(answer.statusCode).toBe(200);
  const isShown = lastDrawn()?.photos.map((photo) => photo !== null);
  expect(isShown).toEqual([false, false, false, true, false]);
});

test('a photo that only the engine finds broken loses its tile, not the report', async () => {
  const { links: image_urls } = await visitWith('teal', 'navy');
  await replacePhoto(image_urls[0], Buffer.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]));
  const answer = await send({ image_urls, photographs_taken: 2 });
  expect(answer.statusCode).toBe(200);
  expect(lastDrawn()?.photos.map((photo) => photo !== null)).toEqual([false, true]);
});

test('a report from stored data is prefilled, with the decision and all photos', async () => {
  const application_id = 'DS/77 अ-1';
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy'], {
    ...{ application_id, visit_type: 'RESIDENCE VISIT' },
  });
  await decide(admin, id, 'positive');
  const answer = await generate(application_id);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toContain(
    `filename*=UTF-8''${encodeURIComponent('DS_77_अ-1.pdf')}`,
  );
  expect(lastDrawn()).toMatchObject({
    ...{ form: { template: 'residence' }, decision: 'positive', version: 1, photos: [{}, {}] },
    verification: { visitType: 'RESIDENCE VISIT', portfolioName: applicant.portfolio_name },
    values: {
      ...{ applicationRefNo: application_id, applicantName: applicant.applicant_name },
      ...{ residencePhoneMobile: '9820098200', feName: 'Vikram Shah', photographs_taken: 2 },
      ...{ agencyDecision: 'POSITIVE', recommended: 'Y' },
    },
  });
  expect(await reportsOf(id)).toMatchObject([{ version: 1, origin: 'generated' }]);

  const again = await generate(application_id);
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
  await decide(admin, id, 'negative');
  const later = await generate(application_id);
  expect(later.rawPayload.equals(answer.rawPayload)).toBe(false);
  expect(lastDrawn()).toMatchObject({
    ...{ version: 2, decision: 'negative', values: { recommended: 'N' } },
  });
  const kept = await reportsOf(id);
  expect(kept).toHaveLength(2);
  const actions = await auditOf(db, 'report', kept[0]?.id ?? 0);
  expect(actions.map(({ action }) => action)).toEqual(['create', 'download']);
});

// Covers: lenders-4
test('if the lender wants it, a report has the times of the clock, which are part of the version', async () => {
  const { id, applicant } = await addVisit(running, agent);
  const { application_id, portfolio_name } = applicant;
  const { id: lenderId, ruleId } = await addLenderRow(db, { portfolios: [portfolio_name] });
  const dueAt = await setDue(db, applicant.id, ruleId);
  await generate(application_id);
  expect(lastDrawn()?.times).toBeUndefined();
  await changeRows(db, 'lenders', { id: lenderId }, { prints_times: true });
  await generate(application_id);
  expect(lastDrawn()?.times).toMatchObject({ dueAt, decidedAt: null, isInTime: null });
  await decide(admin, id, 'positive');
  const { decided_at: decidedAt } = await readRow(db, 'verifications', { id }, ['decided_at']);
  await generate(application_id);
  const receivedAt = new Date(applicant.created_at).toISOString();
  expect(lastDrawn()).toMatchObject({
    ...{ version: 3, times: { receivedAt, dueAt, decidedAt, isInTime: true } },
  });
});

// Covers: evidence-12
test('the checked parts and the address for checking are facts of a report if the settings want them', async () => {
  const { id } = await addVisit(running, agent);
  const found = await findReportedVerification(db, id);
  const factsOf = (settings: object, checked_parts: EvidencePart[] | null = ['time']) =>
    found &&
    gatherFacts(
      { ...platform, provider: { ...platform.provider, ...settings } },
      { ...found, checked_parts },
      [],
    );
  const wanted = { reportChecked: true, publicUrl: 'https://a.test' };
  expect(factsOf(wanted)).toMatchObject({
    ...{ verifyAt: 'https://a.test/verify', signedBy: null, verification: { checked: ['time'] } },
  });
  for (const facts of [factsOf(wanted, []), factsOf(wanted, null), factsOf({})])
    expect(facts?.verification).not.toHaveProperty('checked');
});

test('the last saved form is drawn again, for its own template', async () => {
  const { applicant, id } = await addVisit(running, agent, ['teal', 'navy'], {
    visit_type: 'SHOP',
  });
  const { application_id } = applicant;
  const image_urls = (await linksOf(admin, id)).slice(0, 1);
  const office = { template_type: 'office', image_urls, photographs_taken: 1 };
  await send({ ...office, designation: 'Clerk' });
  const last = (await send({ ...office, designation: 'Manager' })).rawPayload;
  for (const template_type of ['OFFICE', 'professional']) {
    const answer = await generate(application_id, { template_type });
    expect(answer.rawPayload.equals(last)).toBe(true);
  }
  await decide(admin, id, 'positive');
  await generate(application_id);
  expect(lastDrawn()).toMatchObject({
    ...{ form: { template: 'office' }, version: 3, decision: 'positive', photos: [{}] },
    values: { designation: 'Manager' },
  });
  await generate(application_id, { template_type: 'RESIDENCE' });
  expect(lastDrawn()).toMatchObject({ form: { template: 'residence' }, version: 4 });
});

test.each([
  [new PoolBusy(), 503, 'unavailable', '2'],
  [new JobLate(), 503, 'unavailable', '2'],
  [new Error('secret path'), 500, 'report_failed', undefined],
])('a report that fails with %s is a clear problem and leaves no version', async (...row) => {
  const [cause, status, code, retryAfter] = row;
  const { id, reference } = await visitWith();
  rendering.mockRejectedValueOnce(new ReportRenderingFailed('secret', { cause }));
  const failed = await generate(reference);
  expect([failed.statusCode, failed.json().code]).toEqual([status, code]);
  expect(failed.headers['retry-after']).toBe(retryAfter);
  expect(failed.body).not.toContain('secret');
  expect(await reportsOf(id)).toEqual([]);
});

test('an unreachable store is a clear problem, and a stuck report is given up', async () => {
  const { id, reference } = await visitWith('teal');
  for (const method of ['get', 'put'] as const) {
    const away = vi.spyOn(platform.photos, method);
    away.mockRejectedValue(new Error('connect ETIMEDOUT'));
    expect((await generate(reference)).statusCode, method).toBe(503);
    away.mockRestore();
  }
  expect(await reportsOf(id)).toEqual([]);

  await generate(reference);
  const [kept] = await reportsOf(id);
  const render = () => new Promise<never>(() => {});
  const stuck = { ...platform, renderer: { ...platform.renderer, render } };
  const drawing = drawReport(stuck, kept as unknown as StoredForm, { deadline: 50 });
  await expect(drawing).rejects.toMatchObject({ status: 503 });
});
