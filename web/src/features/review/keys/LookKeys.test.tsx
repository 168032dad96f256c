import { answer } from '@doorstep/contract/testing/backend';
import { type Changes, listEvents } from '@doorstep/contract/wire/events';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { evidenceOf, findingOf } from '../../../testing/evidence.ts';
import { answerCases, deskOf, moment, nameOf, openDesk } from '../../../testing/review-desk.ts';
import { decidedBy, photoLinks } from '../../../testing/verifications.ts';

beforeEach(async () => {
  await page.viewport(1366, 768);
  deskOf([501]);
});

const photo = () => document.querySelector<HTMLImageElement>('.frame img');
const isZoomed = () => document.querySelector('.frame.zoomed') !== null;

// Covers: review-11
test('moves between photos by numbers and arrows', async () => {
  const { screen } = await openDesk();
  const shown = () => photo()?.alt;
  await expect.poll(shown).toBe('Photo 1 of 2');
  for (const [key, alt] of [
    ['2', 'Photo 2 of 2'],
    ['1', 'Photo 1 of 2'],
    // There is no third photo.
    ['3', 'Photo 1 of 2'],
    ['{ArrowRight}', 'Photo 2 of 2'],
    ['{ArrowRight}', 'Photo 1 of 2'],
    ['{ArrowLeft}', 'Photo 2 of 2'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(shown).toBe(alt);
  }
  await expect
    .element(screen.getByRole('button', { name: /2 of 2/ }))
    .toHaveAttribute('aria-current', 'true');
});

// Covers: review-11
test('zooms on Space, + and −, rotates on R, and resets for another photo', async () => {
  await openDesk();
  const zoom = () => (isZoomed() ? photo()?.style.zoom : '0');
  for (const [key, size] of [
    [' ', '1'],
    ['+', '1.5'],
    ['+', '2'],
    ['-', '1.5'],
    [' ', '0'],
    ['-', '0'],
    ['+', '0.5'],
    ['{Escape}', '0'],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(zoom).toBe(size);
  }
  for (const turns of [1, 2, 3, 0]) {
    await userEvent.keyboard('r');
    await expect.poll(() => photo()?.className).toContain(`turned-${turns}`);
  }
  await userEvent.keyboard('r +2');
  await expect.poll(zoom).toBe('0');
  expect(photo()?.className).toContain('turned-0');
});

// Covers: review-11
test('offers every key that a single photo needs', async () => {
  answerCases(() => ({ image_urls: photoLinks.slice(0, 1) }));
  const { screen } = await openDesk();
  const key = (name: string) => screen.getByRole('button', { name, exact: true });
  await expect.element(key('Next photo')).toHaveAttribute('aria-disabled', 'true');
  await key('Zoom').click();
  await expect.poll(isZoomed).toBe(true);
  await key('Rotate').click();
  await expect.poll(() => photo()?.className).toContain('turned-1');
  await key('Place').click();
  await expect.poll(() => document.querySelector('.place-picture.large')).not.toBeNull();
});

// Covers: review-11
test('shows the place large on M, and the report’s form on E, where the desk’s keys are off', async () => {
  const { screen, address } = await openDesk();
  const photos = screen.getByRole('region', { name: 'Photos' });
  const large = () => document.querySelector('.place-picture.large');
  await userEvent.keyboard('m');
  await expect.element(photos.getByText('18.5204, 73.8567')).toBeVisible();
  expect(large()).not.toBeNull();
  await userEvent.keyboard('m');
  await expect.poll(large).toBeNull();
  await userEvent.keyboard('e');
  const form = screen.getByRole('dialog', { name: 'Residence Verification Form' });
  await expect.element(form).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('dialog', { name: 'All keys' })).toBeVisible();
  await userEvent.keyboard('ps');
  await expect.element(nameOf(screen, 501)).toBeInTheDocument();
  await expect.poll(address).toBe('/review?case=501');
});

// Covers: review-7
test('applies another user’s reported decision to the shown case', async () => {
  const heard = Promise.withResolvers<(changes: Changes) => void>();
  answer(listEvents, () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        heard.resolve((changes) =>
          controller.enqueue(
            new TextEncoder().encode(`id: 7\ndata: ${JSON.stringify(changes)}\n\n`),
          ),
        );
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const { screen } = await openDesk();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  answerCases(() => decidedBy(77, 'Shreya Banerjee', 'negative', moment));
  const send = await heard.promise;
  send({ changes: [{ kind: 'verification', id: 501 }], last_event_id: 7, is_complete: true });
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/Shreya Banerjee decided this case Negative/);
  await expect
    .element(screen.getByRole('button', { name: 'Positive' }))
    .toHaveAttribute('aria-disabled', 'true');
});

// Covers: review-9
test.each([
  [390, 844],
  // Equals 1366 x 768 px at a browser zoom of 200 %.
  [683, 384],
  [1024, 768],
])('shows every key as a thumb-high button at %i px, without overlaps', async (width, height) => {
  await page.viewport(width, height);
  answerCases(() => evidenceOf([findingOf()]));
  const { screen } = await openDesk();
  const names = [
    ...['Previous photo', 'Next photo', 'Zoom', 'Larger', 'Smaller', 'Rotate', 'Place'],
    ...['Finding', 'Report form', 'All keys', 'Leave'],
    ...['Positive', 'Negative', 'Send back', 'Skip', 'Undo'],
  ];
  const boxes: DOMRect[] = [];
  for (const name of names) {
    const key = screen.getByRole('button', { name, exact: true });
    await expect.element(key).toBeVisible();
    const box = key.element().getBoundingClientRect();
    expect(box.height, name).toBeGreaterThanOrEqual(48);
    expect(box.width, name).toBeGreaterThanOrEqual(48);
    expect(box.right, name).toBeLessThanOrEqual(width);
    expect(key.element().scrollWidth, name).toBeLessThanOrEqual(Math.ceil(box.width));
    boxes.push(box);
  }
  const view = boxes.slice(0, 10);
  const covers = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  for (const [index, box] of view.entries())
    expect(view.slice(index + 1).some((other) => covers(box, other))).toBe(false);

  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await press('Next photo');
  await expect.poll(() => photo()?.alt).toBe('Photo 2 of 2');
  await press('Larger');
  await expect.poll(isZoomed).toBe(true);
  await press('Smaller');
  await expect.poll(isZoomed).toBe(false);
  await press('Report form');
  await expect.element(screen.getByRole('dialog', { name: /Verification Form$/ })).toBeVisible();
});
