import { limits } from '@doorstep/contract/limits';
import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { announce } from '../../../lib/db/announce.ts';
import { database, writeMeta } from '../../../lib/db/database.ts';
import { readDraft } from '../../../lib/visit/draft.ts';
import { readPhoto } from '../../../lib/visit/photos.ts';
import { anil, fixOf } from '../../../testing/day.ts';
import { expectFull, openApp, openVisit } from '../../../testing/open-app.tsx';
import { simulateFullStore } from '../../../testing/troubles.ts';
import { planOf } from '../steps.ts';
import { encodeSignature } from './encode-signature.ts';

async function openSign() {
  const facts = { person_met: 'Sunita Verma', relationWithApp: 'Spouse' };
  const opened = await openVisit('sign', { fixes: [fixOf(12)], facts });
  await expect.element(paper).toBeVisible();
  return opened;
}

const paper = page.getByRole('img', { name: /^Place for the signature/ });

/** Draws a stroke with a finger. `places` are shares of the canvas's width and height. */
function stroke(...places: [number, number][]) {
  const canvas = paper.element() as HTMLCanvasElement;
  const box = canvas.getBoundingClientRect();
  // The browser does not know this simulated finger, so its pointer can't be captured.
  canvas.setPointerCapture = () => {};
  const touch = (type: string, [x, y] = [0, 0]) =>
    canvas.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, pointerId: 7, pointerType: 'touch', isPrimary: true },
        ...{ clientX: box.left + x * box.width, clientY: box.top + y * box.height },
      }),
    );
  touch('pointerdown', places[0]);
  for (const place of places.slice(1)) touch('pointermove', place);
  touch('pointerup', places.at(-1));
}
const answerOf = async (visitId: string) => (await readDraft(visitId))?.signature;
/** Returns a brightness from 0 (black) to 255 (white). */
async function lightAt(visitId: string, x: number, y: number) {
  const sha256 = (await answerOf(visitId))?.file?.sha256 ?? '';
  const bytes = await readPhoto(visitId, sha256);
  const picture = await createImageBitmap(new Blob([bytes ?? '']));
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  pen?.drawImage(picture, 0, 0);
  return pen?.getImageData(x * picture.width, y * picture.height, 1, 1).data[0];
}

test('stores each stroke as a picture, and continues it after a kill', async () => {
  const { visitId, screen } = await openSign();
  await writeMeta('agency', 'Doorstep');
  announce('meta');
  await expect.element(screen.getByText(/^I was visited today by .+ of Doorstep\./)).toBeVisible();
  const encode = vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'drawImage');
  // An accidental touch is no signature.
  stroke([0.1, 0.1]);
  stroke([0.2, 0.5], [0.8, 0.5]);
  await expect
    .poll(() => answerOf(visitId))
    .toMatchObject({
      answer: 'signed',
      words: expect.stringMatching(/^I was visited today by .+ of Doorstep\. I agree/),
      file: { kind: 'signature', width: 1_000, height: 500 },
    });
  expect(encode.mock.calls.filter(([from]) => from === paper.element())).toHaveLength(1);
  expect((await answerOf(visitId))?.file?.bytes).toBeLessThan(limits.signatureMaxBytes);
  expect(await lightAt(visitId, 0.5, 0.5)).toBeLessThan(60);
  expect(await lightAt(visitId, 0.5, 0.2)).toBe(255);

  await screen.unmount();
  const again = await openApp(`/visit/${visitId}/sign`);
  const same = again.getByRole('img', { name: 'Place for the signature, signed' });
  await expect.element(same).toBeVisible();
  const first = (await answerOf(visitId))?.file?.sha256;
  stroke([0.2, 0.8], [0.8, 0.8]);
  await expect.poll(async () => (await answerOf(visitId))?.file?.sha256).not.toBe(first);
  expect(await lightAt(visitId, 0.5, 0.8)).toBeLessThan(60);
  expect(await lightAt(visitId, 0.5, 0.5)).toBeLessThan(60);
  // Only the last picture stays on the phone.
  await expect.poll(async () => (await database()).count('photos')).toBe(1);

  await again.getByRole('button', { name: 'Clear and sign again' }).click();
  await expect.poll(() => answerOf(visitId)).toBeNull();
  await expect.poll(async () => (await database()).count('photos')).toBe(0);
  await expect.element(again.getByRole('button', { name: 'Not asked to sign' })).toBeVisible();
});

test.each([
  ['Did not want to sign', 'declined'],
  ['Not asked to sign', 'not_asked'],
])('no signature is an answer too, by keyboard, and continues: %s', async (name, answer) => {
  const { visitId, screen } = await openSign();
  const button = screen.getByRole('button', { name });
  (await button.findElement()).focus();
  await expect.element(button).toHaveFocus();
  await pressAndSee(button, screen.getByRole('heading', { name: 'Neighbours' }));
  expect(await answerOf(visitId)).toMatchObject({ answer, file: null });
  await screen.getByRole('button', { name: 'Back' }).click();
  const pressed = answer === 'declined';
  const declined = screen.getByRole('button', { name: 'Did not want to sign', pressed });
  await expect.element(declined).toBeVisible();
  await expect.element(paper).toBeVisible();
  stroke([0.2, 0.5], [0.8, 0.5]);
  await expect.poll(() => answerOf(visitId)).toMatchObject({ answer: 'signed' });
});

test('a full phone says that the signature is not saved', async () => {
  const { visitId } = await openSign();
  simulateFullStore('photos');
  stroke([0.2, 0.5], [0.8, 0.5]);
  await expectFull();
  expect(await answerOf(visitId)).toBeNull();
});

test('is asked only where a person was met', () => {
  const stepsOf = (outcome: Parameters<typeof planOf>[0]['outcome'], visit_type = 'Residence') =>
    planOf({ outcome, isFinal: true, task: { ...anil(), visit_type } }).steps;
  for (const steps of [stepsOf('met'), stepsOf('refused'), stepsOf('met', 'Office')]) {
    expect(steps).toContain('sign');
  }
  for (const outcome of ['locked', 'shifted', 'untraceable', 'unsafe'] as const) {
    expect(stepsOf(outcome)).not.toContain('sign');
  }
});

test('the largest scribble makes a small file', async () => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 1_000, height: 500 });
  const pen = canvas.getContext('2d');
  for (let line = 0; line < 4_000; line += 1) {
    pen?.lineTo((line * 7_919) % 1_000, (line * 104_729) % 500);
  }
  pen?.stroke();
  const { bytes, width, height } = await encodeSignature(canvas);
  expect(width).toBe(2 * height);
  expect(bytes.length).toBeLessThanOrEqual(limits.signatureMaxBytes);
});
