import { expect, test, vi } from 'vitest';
import type { Platform } from '../../../platform/platform.ts';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { reportDocument } from '../../../testing/reports/report-document.ts';
import { emptyPhotos } from '../../../testing/services/backup-place.ts';
import { drawReport, type StoredForm } from './draw-report.ts';
import { ReportRenderingFailed } from './report-renderer.ts';

const { agency, decision, verification, code } = reportDocument();
const stored = {
  ...{ id: 1, version: 1, code, template: 'residence', form: {}, created_at: '2026-03-15' },
  facts: { agency, decision, verification, photos: [], timeZone: 'Asia/Kolkata' },
};
const platformWith = (render: Platform['renderer']['render'], more: object = {}) =>
  ({ provider: { shortName: 'Doorstep' }, renderer: { render }, ...more }) as unknown as Platform;
const draw = (platform: Platform, changes: object = {}, signal?: AbortSignal) =>
  drawReport(platform, { ...stored, ...changes } as unknown as StoredForm, { signal });
const broken = new ReportRenderingFailed('broken', { cause: new Error('broken') });

test('a cancelled report does not count as broken', async () => {
  const leaving = new AbortController();
  const render = async () => {
    leaving.abort();
    throw broken;
  };
  const drawing = draw(platformWith(render), {}, leaving.signal);
  await expect(drawing).rejects.toMatchObject({ status: 503, cause: undefined });
});

test('a signature that only the engine finds broken is left out; the report is signed at its time', async () => {
  const photos = await emptyPhotos();
  await photos.put(pictureKey('photo', 'p1', 'report'), Buffer.from([0xff, 0xd8, 1, 0xff, 0xd9]));
  const drawn = { pdf: Buffer.from('drawn'), pages: 2 };
  const render = vi.fn().mockResolvedValue(drawn).mockRejectedValueOnce(broken);
  const sign = vi.fn(async () => Buffer.from('signed'));
  const logo = { png: Buffer.from('logo'), width: 1, height: 1, sha256: '' };
  const answer = { answer: 'signed', by: 'Asha', at: '2026-03-14', words: 'I agree.' };
  const facts = { ...stored.facts, signature: { ...answer, pictureId: 'p1' } };
  const platform = platformWith(render, { photos, logo, signer: { sign } });
  const signed = { pdf: Buffer.from('signed'), pages: 2, isSigned: true };
  expect(await draw(platform, { facts })).toEqual(signed);
  expect(sign).toHaveBeenCalledExactlyOnceWith(drawn.pdf, new Date(stored.created_at));
  expect(render.mock.lastCall?.[0]).toMatchObject({
    ...{ signature: { ...answer, jpeg: null }, agency: { logo } },
  });
});

test('an error that does not come from drawing is passed on unchanged', async () => {
  const render = vi.fn().mockRejectedValue(new TypeError('a defect'));
  await expect(draw(platformWith(render))).rejects.toThrow(new TypeError('a defect'));
  expect(render).toHaveBeenCalledOnce();
});
