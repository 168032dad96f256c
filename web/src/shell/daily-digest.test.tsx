import { dismissDigest, openDigest } from '@doorstep/contract/board/digest';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, test, vi } from 'vitest';
import { expectLinks } from '../testing/page/expect-texts.ts';
import { startIdleWork } from '../testing/page/page-clock.ts';
import { admin, renderApp } from '../testing/render-app.tsx';

beforeEach(startIdleWork);

const digest = { late: 1_204, due_soon: 8, held: 1, given_back: 2 };

// Covers: digest-1
test('shows what waits, each number with its list, until it is dismissed', async () => {
  answer(openDigest, { digest });
  const dismissed = vi.fn(() => ({ success: true as const, message: 'Digest dismissed' }));
  answer(dismissDigest, dismissed);
  const { screen } = await renderApp('/home', admin);
  const region = screen.getByRole('region', { name: 'Digest of the day' });
  await expectLinks(region, {
    '1,204 late applicants': '/applicants?due=late',
    '8 applicants due within 2 h': '/applicants?due=2h',
    '1 held visit': '/verification?held=true',
    '2 tasks given back': '/board',
  });
  await region.getByRole('button', { name: 'Dismiss the digest of the day' }).click();
  await expect.element(region).not.toBeInTheDocument();
  await expect.poll(() => dismissed.mock.calls.length).toBe(1);
});

// Covers: digest-2
test('omits what does not wait, and works without a digest', async () => {
  answer(openDigest, { digest: { late: 0, due_soon: 3, held: 0, given_back: 0 } });
  const { screen } = await renderApp('/home', admin);
  const region = screen.getByRole('region', { name: 'Digest of the day' });
  await expect.element(region.getByText('3 applicants due within 2 h')).toBeVisible();
  await expect.poll(() => region.getByRole('listitem').elements().length).toBe(1);
});

// Covers: digest-2
test('shows nothing if the backend has no digests', async () => {
  const asked = vi.fn(() => bareFailure(404));
  answer(openDigest, asked);
  const { screen } = await renderApp('/home', admin);
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('region', { name: 'Digest' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});
