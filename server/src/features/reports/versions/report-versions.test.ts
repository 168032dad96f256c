import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { generatePdf, simpleGenerate } from '@doorstep/contract/reports';
import type { ReportVersion } from '@doorstep/contract/reports/versions';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../../app.ts';
import { BlobDamaged, BlobExists } from '../../../storage/blobs/blob-store.ts';
import {
  decide,
  generateReport,
  linksOf,
  sendForm,
} from '../../../testing/reports/report-requests.ts';
import { readRow, readRows } from '../../../testing/rows.ts';
import { addVisit } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { addPhoneVisit, photoOf, sendPhoneFile } from '../../../testing/visits/phone-visit.ts';
import { ensureVersion } from '../report-service.ts';

const running = await startSharedApp();
const agent = await signIn(running, 'agent');
const admin = await signIn(running, 'admin', { name: 'Meera Nair' });

const { photos, renderer } = running.platform;
const rendering = vi.spyOn(renderer, 'render');

const send = (applicationRefNo: string, more: object = {}) =>
  sendForm(admin, { applicationRefNo, applicantName: 'Ramesh Kumar', ...more });
const generate = (applicationId: string, by = admin, template_type = 'RESIDENCE') =>
  generateReport(by, applicationId, { template_type });
const versionsOf = async (id: number): Promise<ReportVersion[]> =>
  (await admin.get(`verification_tasks/${id}/reports/`)).json().results;
const fileOf = (version: Partial<ReportVersion> | undefined) =>
  admin.get(`reports/${version?.id}/file/`);
const visit = async (photos: string[] = []) => {
  const { id, applicant } = await addVisit(running, agent, photos);
  return { id, reference: applicant.application_id };
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

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
    const answer = await fileOf({ id: reportId });
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

const damage = async (version: ReportVersion | undefined) => {
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
  const answer = await fileOf(version);
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'report_damaged']);
  expect(answer.json().message).toContain('generate the report again');
});

// Covers: threat-34
test('if the file of the latest version is damaged or missing, another request makes the next version', async () => {
  const { id, reference } = await visit();
  await send(reference, { coApp: 'Typed' });
  const [first] = await versionsOf(id);
  const { key, damaged } = await damage(first);

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
  expect((await fileOf(first)).statusCode).toBe(500);

  await photos.delete(`reports/${second?.sha256}.pdf`);
  const gone = await fileOf(second);
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
  const request = { method: 'POST', url: generatePdf.path, headers: admin.headers } as const;
  const payload = { application_id: reference, template_type: 'RESIDENCE' };
  const answer = await app.inject({ ...request, payload });
  await app.close();
  expect(answer.statusCode).toBe(200);
  expect(log).toContain(key);
});

test('a briefly unreachable store makes no new version', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const away = vi.spyOn(photos, 'get').mockRejectedValue(new Error('connect ETIMEDOUT'));
  const answer = await generate(reference);
  away.mockRestore();
  expect(answer.statusCode).toBe(503);
  expect(await versionsOf(id)).toHaveLength(1);
});

test('a version stays if the database failed while the report was recorded, and is deleted after another error', async () => {
  const { id, reference } = await visit();
  const failing = async (error: Error) => {
    const begin = vi.spyOn(running.db, 'transaction');
    rendering.mockImplementationOnce(async () => {
      const execute = async () => {
        throw error;
      };
      begin.mockReturnValueOnce({ execute } as unknown as ReturnType<typeof begin>);
      return { pdf: Buffer.from(`%PDF ${error.message}`), pages: 1 };
    });
    const { statusCode } = await send(reference);
    begin.mockRestore();
    return [statusCode, (await readRows(running.db, 'reports', { verification_id: id })).length];
  };
  expect(await failing(new Error('broken'))).toEqual([500, 0]);
  expect(await failing(new Error('Connection terminated'))).toEqual([503, 1]);
});

test('a version that was deleted while its report was drawn is not issued', async () => {
  const { id, reference } = await visit();
  rendering.mockImplementationOnce(async () => {
    await running.db.deleteFrom('reports').where('verification_id', '=', id).execute();
    return { pdf: Buffer.from('%PDF deleted'), pages: 1 };
  });
  expect((await send(reference)).statusCode).toBe(503);
  expect(await versionsOf(id)).toEqual([]);
});

test('a store that already has the same report is no problem', async () => {
  const { id, reference } = await visit();
  vi.spyOn(photos, 'put').mockRejectedValueOnce(new BlobExists('report'));
  expect((await send(reference)).statusCode).toBe(200);
  expect(await versionsOf(id)).toHaveLength(1);
});

test('a finished version never changes, and an unfinished one does not count', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const change = running.db.updateTable('reports').set({ template: 'office' });
  await expect(change.where('verification_id', '=', id).execute()).rejects.toThrow('never changes');

  let during: ReportVersion[] = [];
  rendering.mockImplementationOnce(async () => {
    during = await versionsOf(id);
    return { pdf: Buffer.from('%PDF second'), pages: 1 };
  });
  await send(reference);
  expect(during).toMatchObject([{ version: 1 }]);
  expect(await versionsOf(id)).toHaveLength(2);
});

test('a version that a killed server left unfinished frees its number', async () => {
  const { id, reference } = await visit();
  await send(reference);
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
  rendering.mockImplementationOnce(() => {
    kill();
    return new Promise(() => {});
  });
  void send(reference);
  await killed;
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
  const { id, reference } = await visit(['teal', 'navy']);
  const sendOnce = (form: object, key = 'report-key-1') =>
    running.app.inject({
      ...{ method: 'POST', url: simpleGenerate.path },
      headers: { ...admin.headers, 'idempotency-key': key },
      payload: { template_type: 'residence', image_urls: [], photographs_taken: 0, ...form },
    });
  const form = { applicationRefNo: reference };
  const first = await sendOnce(form);
  expect((await sendOnce(form)).rawPayload.equals(first.rawPayload)).toBe(true);
  expect(await versionsOf(id)).toHaveLength(1);
  expect((await sendOnce({ ...form, coApp: 'Other' })).statusCode).toBe(409);
  const [one, two] = (await linksOf(admin, id)).map((link) => ({ image_urls: [link] }));
  const sendPhoto = (photo?: object) =>
    sendOnce({ ...form, ...photo, photographs_taken: 1 }, 'report-key-2');
  expect((await sendPhoto(one)).statusCode).toBe(200);
  expect((await sendPhoto(two)).statusCode).toBe(409);
  const other = await visit();
  expect((await sendOnce({ applicationRefNo: other.reference })).statusCode).toBe(409);
  expect((await sendOnce(form, 'short')).statusCode).toBe(400);
  expect(await versionsOf(other.id)).toEqual([]);

  // Sends the form again while its report is being made.
  let early: Awaited<ReturnType<typeof sendOnce>> | undefined;
  rendering.mockImplementationOnce(async () => {
    early = await sendOnce(form, 'report-key-3');
    return { pdf: Buffer.from('%PDF'), pages: 1 };
  });
  await sendOnce(form, 'report-key-3');
  expect(early?.headers['retry-after']).toBe('1');
  expect(early?.json().code).toBe('report_under_way');
});

/** Returns links to photos without their signatures, because the signatures change each hour. */
const pathsOf = (links: (string | undefined)[]) => links.map((link) => link?.split('?')[0]);

const savedFormOf = async (id: number, template_type = 'residence') =>
  (await admin.get(`verification_tasks/${id}/saved-form/?template_type=${template_type}`)).json();

// Covers: report-form-8
test('the last saved form is returned, with its photos, number, author and time', async () => {
  const { id, reference } = await visit();
  expect(await savedFormOf(id)).toEqual({ saved: null });
  await send(reference, { coApp: 'First' });
  await send(reference, { coApp: 'Second', remarks: 'रमेश' });
  await send(reference, { template_type: 'office', application_ref_no: reference });
  const { saved } = await savedFormOf(id);
  expect(saved).toMatchObject({
    ...{ version: 2, saved_by: 'Meera Nair', image_urls: [] },
    form: { applicationRefNo: reference, coApp: 'Second', remarks: 'रमेश', cardNo: '' },
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
  await decide(admin, id, 'positive');
  await generate(reference, other);
  expect((await versionsOf(id)).map(({ version, origin }) => [version, origin])).toEqual([
    [3, 'generated'],
    [2, 'sent'],
    [1, 'generated'],
  ]);
  expect((await savedFormOf(id)).saved).toMatchObject({
    ...{ version: 2, saved_by: 'Meera Nair', form: { coApp: 'Typed' } },
  });
});

// Covers: report-form-8
test("photos that arrive after a form was saved are in the next report, and don't count as left out", async () => {
  const [teal, navy, brown] = [
    await photoOf('teal'),
    await photoOf('navy'),
    await photoOf('brown'),
  ];
  const named = [teal, navy, brown].map(([photo]) => photo);
  const { id: visitId, applicantId } = await addPhoneVisit(running, agent, named);
  const arrive = ([{ sha256 }, bytes]: typeof teal) =>
    sendPhoneFile(running, agent, { visitId, sha256, bytes });
  const { id } = await readRow(running.db, 'verifications', { visit_id: visitId }, ['id']);
  const { application_id } = await readRow(running.db, 'applicants', { id: applicantId });
  const shownIn = async (template_type: string) => {
    rendering.mockClear();
    await generate(application_id, admin, template_type);
    const document = rendering.mock.lastCall?.[0];
    return document && [document.photos.length, document.values.photographs_taken];
  };

  await arrive(teal);
  await arrive(navy);
  const [first] = await linksOf(admin, id);
  const one = { image_urls: [first], photographs_taken: 1 };
  await send(application_id, one);
  // Users can't remove photos from the residence form, so the photo that the form lacks must have arrived
  // while the form was open.
  expect(await shownIn('RESIDENCE')).toEqual([2, 2]);
  expect(await shownIn('RESIDENCE')).toBeUndefined();
  const office = { template_type: 'office', application_ref_no: application_id };
  await send(application_id, { ...one, ...office });
  expect((await savedFormOf(id, 'office')).saved).not.toHaveProperty('came_since');
  // No new version is made, because users can remove photos from the office form.
  expect(await shownIn('OFFICE')).toBeUndefined();
  await arrive(brown);
  const last = (await linksOf(admin, id)).at(-1);
  const { image_urls, came_since } = (await savedFormOf(id, 'office')).saved;
  expect([image_urls, came_since].map(pathsOf)).toEqual([pathsOf([first]), pathsOf([last])]);
  expect(await shownIn('OFFICE')).toEqual([2, 2]);
  expect(await shownIn('OFFICE')).toBeUndefined();
  expect(await shownIn('RESIDENCE')).toEqual([3, 3]);
});

test('the photos of a form are returned as links with which the form can be sent again', async () => {
  const { id, applicant } = await addVisit(running, agent, ['teal', 'navy']);
  const [first] = await linksOf(admin, id);
  const one = { image_urls: [first], photographs_taken: 1 };
  await send(applicant.application_id, one);
  const { saved } = await savedFormOf(id);
  expect(pathsOf(saved.image_urls)).toEqual(pathsOf([first]));
  const again = await send(applicant.application_id, { ...saved.form, ...one });
  expect(again.statusCode).toBe(200);
});
