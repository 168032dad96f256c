import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { listReportVersions, type ReportVersion } from '@doorstep/contract/reports/versions';
import { expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { BlobDamaged } from '../../../storage/blobs/blob-store.ts';
import { addVisit } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';
import { addPhoneVisit, photoOf } from '../../../testing/visits/phone-visit.ts';
import { ensureVersion } from '../report-service.ts';

const running = await startSharedApp();
const agent = await signIn(running, 'agent');
const admin = await signIn(running, 'admin', { name: 'Meera Nair' });

const simple = '/api/v1/pdf-generator/simple-generate/';
const get = (url: string, visitor: Visitor | undefined = admin) =>
  running.app.inject({ url, headers: visitor?.headers ?? {} });
const send = (applicationRefNo: string, more: object = {}, headers: object = {}) =>
  running.app.inject({
    method: 'POST',
    url: simple,
    headers: { ...admin.headers, ...headers },
    payload: {
      template_type: 'residence',
      image_urls: [],
      photographs_taken: 0,
      applicationRefNo,
      applicantName: 'Ramesh Kumar',
      ...more,
    },
  });
const versionsOf = async (id: number): Promise<ReportVersion[]> =>
  (await get(listReportVersions.path.replace(':id', String(id)))).json().results;
const visit = async () => {
  const { id, applicant } = await addVisit(running, agent);
  return { id, reference: applicant.application_id };
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test("versions of an unknown verification are a 404, and agents and strangers can't read any", async () => {
  const { id, reference } = await visit();
  await send(reference);
  const [version] = await versionsOf(id);
  const list = `/api/v1/verification_tasks/${id}/reports/`;
  const file = `/api/v1/reports/${version?.id}/file/`;
  expect((await get('/api/v1/verification_tasks/99999999/reports/')).statusCode).toBe(404);
  expect((await get('/api/v1/reports/99999999/file/')).statusCode).toBe(404);
  for (const url of [list, file]) {
    expect((await get(url, agent)).statusCode).toBe(403);
    expect((await running.app.inject({ url })).statusCode).toBe(401);
  }
});

test('each version is listed, newest first, and downloadable again byte for byte', async () => {
  const { id, reference } = await visit();
  expect(await versionsOf(id)).toEqual([]);
  const sent = [(await send(reference)).rawPayload, (await send(reference)).rawPayload];
  const versions = await versionsOf(id);
  expect(versions).toMatchObject([
    { version: 2, created_by: 'Meera Nair', template: 'residence', admin_decision: 'pending' },
    { version: 1, origin: 'sent', is_signed: false, pages: 2 },
  ]);
  for (const { id: reportId, version, ...listed } of versions) {
    const answer = await get(`/api/v1/reports/${reportId}/file/`);
    const first = sent[version - 1] ?? Buffer.alloc(0);
    expect(answer.rawPayload.equals(first)).toBe(true);
    expect(listed).toMatchObject({ sha256: sha256(first), bytes: first.length });
    expect(answer.headers['content-disposition']).toContain(
      `filename="Ramesh_Kumar_residence_v${version}.pdf"`,
    );
    const rows = await auditOf(running.db, 'report', reportId);
    expect(rows.map(({ action }) => action)).toEqual(['create', 'download']);
  }
  expect(sent[0]?.equals(sent[1] ?? Buffer.alloc(0))).toBe(false);
});

const generate = (application_id: string, visitor = admin, { app } = running) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/pdf-generator/generate_pdf/',
    headers: visitor.headers,
    payload: { application_id, template_type: 'RESIDENCE' },
  });
const damage = async (version: ReportVersion | undefined) => {
  const { photos } = running.platform;
  const key = `reports/${version?.sha256}.pdf`;
  const damaged = Buffer.from(await photos.get(key));
  damaged.writeUInt8(damaged.readUInt8(2_000) ^ 1, 2_000);
  await photos.delete(key);
  await photos.put(key, damaged);
  return { key, damaged };
};

// Covers: threat-34
test('a report with a damaged file is never issued', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const [version] = await versionsOf(id);
  await damage(version);
  const answer = await get(`/api/v1/reports/${version?.id}/file/`);
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'report_damaged']);
  expect(answer.json().message).toContain('generate the report again');
});

// Covers: threat-34
test('if the file of the latest version is damaged or missing, another request makes the next version', async () => {
  const { id, reference } = await visit();
  await send(reference, { coApp: 'Typed' });
  const [first] = await versionsOf(id);
  const { key, damaged } = await damage(first);
  const { photos } = running.platform;

  const made = await generate(reference);
  expect(made.statusCode).toBe(200);
  const [second, ...older] = await versionsOf(id);
  expect([second?.version, second?.sha256]).toEqual([2, sha256(made.rawPayload)]);
  expect(second?.code).not.toBe(first?.code);
  expect(older).toEqual([first]);
  expect((await generate(reference)).rawPayload.equals(made.rawPayload)).toBe(true);
  expect(await versionsOf(id)).toHaveLength(2);
  // The damaged file of an issued version is not replaced.
  expect(damaged.equals(await photos.get(key))).toBe(true);
  expect((await get(`/api/v1/reports/${first?.id}/file/`)).statusCode).toBe(500);

  await photos.delete(`reports/${second?.sha256}.pdf`);
  const gone = await get(`/api/v1/reports/${second?.id}/file/`);
  expect([gone.statusCode, gone.json().code]).toEqual([404, 'not_found']);
  expect(gone.json().message).toContain('generate the report again');
  expect((await generate(reference)).statusCode).toBe(200);
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([3, 2, 1]);
});

test('an archive gets an intact version if the latest one’s file is damaged, and it is logged', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const [first] = await versionsOf(id);
  await damage(first);
  const lost: unknown[] = [];
  const actor = { id: admin.user.id, requestId: null, address: null };
  const requester = { actor, adminId: admin.user.id, onLost: (cause: unknown) => lost.push(cause) };
  const made = await ensureVersion(running.platform, requester, id);
  expect(await versionsOf(id)).toMatchObject([{ id: made, version: 2 }, { version: 1 }]);
  expect(lost).toEqual([expect.any(BlobDamaged)]);
  expect(await ensureVersion(running.platform, requester, id)).toBe(made);
});

// Covers: threat-34
test('a lost file that a new version replaces is named in the log', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const { key } = await damage((await versionsOf(id))[0]);
  let log = '';
  const stream = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  const config = { ...running.config, logLevel: 'error' as const };
  const app = await buildApp(running.platform, config, undefined, stream);
  const answer = await generate(reference, admin, { ...running, app });
  await app.close();
  expect(answer.statusCode).toBe(200);
  expect(log).toContain(key);
});

test('a briefly unreachable store makes no new version', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const { photos } = running.platform;
  const { get: read } = photos;
  photos.get = () => Promise.reject(new Error('connect ETIMEDOUT'));
  const answer = await generate(reference);
  photos.get = read;
  expect(answer.statusCode).toBe(503);
  expect(await versionsOf(id)).toHaveLength(1);
});

test('a finished version never changes, and an unfinished one does not count', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const change = running.db.updateTable('reports').set({ template: 'office' });
  await expect(change.where('verification_id', '=', id).execute()).rejects.toThrow('never changes');

  const { renderer } = running.platform;
  const { render } = renderer;
  const during: ReportVersion[][] = [];
  renderer.render = async (document) => {
    during.push(await versionsOf(id));
    return render(document);
  };
  await send(reference);
  renderer.render = render;
  expect(during).toMatchObject([[{ version: 1 }]]);
  expect(await versionsOf(id)).toHaveLength(2);
});

test('a version that a killed server left unfinished frees its number', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const { renderer, photos } = running.platform;
  const { render } = renderer;
  const killed = new Promise<void>((resolve) => {
    renderer.render = () => {
      resolve();
      return new Promise(() => {});
    };
  });
  void send(reference);
  await killed;
  renderer.render = render;
  await running.db
    .updateTable('reports')
    .set({ created_at: new Date(Date.now() - 120_000) })
    .where('verification_id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
  expect((await send(reference)).statusCode).toBe(200);
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([2, 1]);
  expect(await photos.exists(`reports/${(await versionsOf(id))[0]?.sha256}.pdf`)).toBe(true);
});

test('a form sent again with its Idempotency-Key makes no second version, and another form is rejected', async () => {
  const { id, reference } = await visit();
  const key = { 'idempotency-key': 'report-key-1' };
  const first = await send(reference, {}, key);
  const again = await send(reference, {}, key);
  expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
  expect(await versionsOf(id)).toHaveLength(1);
  expect((await send(reference, { coApp: 'Other' }, key)).statusCode).toBe(409);
  const other = await visit();
  expect((await send(other.reference, {}, key)).statusCode).toBe(409);
  expect((await send(reference, {}, { 'idempotency-key': 'short' })).statusCode).toBe(400);
  expect(await versionsOf(other.id)).toEqual([]);
});

/** Returns links to photos without their signatures, because the signatures change each hour. */
const pathsOf = (links: (string | undefined)[]) => links.map((link) => link?.split('?')[0]);

const savedFormOf = async (id: number, template_type = 'residence') =>
  (await get(`/api/v1/verification_tasks/${id}/saved-form/?template_type=${template_type}`)).json();

// Covers: report-form-8
test('the last saved form is returned, with its photos, number, author and time', async () => {
  const { id, reference } = await visit();
  expect(await savedFormOf(id)).toEqual({ saved: null });
  await send(reference, { coApp: 'First' });
  await send(reference, { coApp: 'Second', remarks: 'रमेश' });
  await send(reference, { template_type: 'office', application_ref_no: reference });
  const { saved } = await savedFormOf(id);
  expect(saved).toMatchObject({
    version: 2,
    saved_by: 'Meera Nair',
    form: { applicationRefNo: reference, coApp: 'Second', remarks: 'रमेश', cardNo: '' },
    image_urls: [],
  });
  const made = (await versionsOf(id)).find(({ version }) => version === 2);
  expect(saved.saved_at).toBe(made?.created_at);
  expect(saved.form).not.toHaveProperty('template_type');
  expect(saved.form).not.toHaveProperty('photographs_taken');
  expect((await savedFormOf(id, 'office')).saved).toMatchObject({ version: 3 });
});

// Covers: report-form-8
test('a version made without a form is never a saved form, whatever it was made from', async () => {
  const { id, reference } = await visit();
  const other = await signIn(running, 'admin', { name: 'Somebody Else' });
  await generate(reference, other);
  expect(await savedFormOf(id)).toEqual({ saved: null });
  await send(reference, { coApp: 'Typed' });
  await running.app.inject({
    method: 'POST',
    url: `/api/v1/verification_tasks/${id}/admin-decision/`,
    payload: { decision: 'positive' },
    headers: admin.headers,
  });
  await generate(reference, other);
  expect((await versionsOf(id)).map(({ version, origin }) => [version, origin])).toEqual([
    [3, 'generated'],
    [2, 'sent'],
    [1, 'generated'],
  ]);
  expect((await savedFormOf(id)).saved).toMatchObject({
    version: 2,
    saved_by: 'Meera Nair',
    form: { coApp: 'Typed' },
  });
});

// Covers: report-form-8
test("photos that arrive after a form was saved are in the next report, and don't count as left out", async () => {
  const photos = await Promise.all(['teal', 'navy', 'brown'].map((colour) => photoOf(colour)));
  const { id: visitId, applicantId } = await addPhoneVisit(
    running,
    agent,
    photos.map(([photo]) => photo),
  );
  const arrive = async (index: number) => {
    const [photo, bytes] = photos[index] ?? [];
    await running.app.inject({
      method: 'PUT',
      url: `/api/v1/agent/visits/${visitId}/photos/${photo?.sha256}/`,
      headers: {
        ...{ authorization: agent.headers.authorization, 'upload-offset': '0' },
        'content-type': 'application/octet-stream',
      },
      payload: bytes ?? Buffer.alloc(0),
    });
  };
  const { id, application_id } = await running.db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .select(['v.id', 'a.application_id'])
    .where('a.id', '=', applicantId)
    .executeTakeFirstOrThrow();
  const links = async () =>
    (await get(`/api/v1/verification_tasks/${id}/`)).json().image_urls as string[];
  const shownIn = async (template_type: string) => {
    const { renderer } = running.platform;
    const { render } = renderer;
    let drawn: unknown;
    renderer.render = (document) => {
      drawn = [document.photos.length, document.values.photographs_taken];
      return render(document);
    };
    const payload = { application_id, template_type };
    const url = '/api/v1/pdf-generator/generate_pdf/';
    const headers = admin.headers;
    await running.app.inject({ method: 'POST', url, payload, headers });
    renderer.render = render;
    return drawn;
  };

  await arrive(0);
  await arrive(1);
  const [first] = await links();
  const one = { image_urls: [first], photographs_taken: 1 };
  await send(application_id, one);
  // Photos can't be removed from this form, so the other photo arrived while the form was open.
  expect(await shownIn('RESIDENCE')).toEqual([2, 2]);
  expect(await shownIn('RESIDENCE')).toBeUndefined();
  const office = { template_type: 'office', application_ref_no: application_id };
  await send(application_id, { ...one, ...office });
  expect((await savedFormOf(id, 'office')).saved).not.toHaveProperty('came_since');
  // No new version is drawn, because the version lacks only the photo that a user left out.
  expect(await shownIn('OFFICE')).toBeUndefined();
  await arrive(2);
  const last = (await links()).at(-1);
  const { image_urls, came_since } = (await savedFormOf(id, 'office')).saved;
  expect([image_urls, came_since].map(pathsOf)).toEqual([pathsOf([first]), pathsOf([last])]);
  expect(await shownIn('OFFICE')).toEqual([2, 2]);
  expect(await shownIn('OFFICE')).toBeUndefined();
  expect(await shownIn('RESIDENCE')).toEqual([3, 3]);
});

test('the photos of a form are returned as links with which the form can be sent again', async () => {
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy']);
  const url = `/api/v1/verification_tasks/${id}/`;
  const [first] = (await get(url)).json().image_urls;
  const photos = { image_urls: [first], photographs_taken: 1 };
  await send(applicant.application_id, photos);
  const { saved } = await savedFormOf(id);
  expect(pathsOf(saved.image_urls)).toEqual(pathsOf([first]));
  const again = await send(applicant.application_id, { ...saved.form, ...photos });
  expect(again.statusCode).toBe(200);
});
