import { dismissFinding } from '@doorstep/contract/evidence/office';
import { renewClaim, reviewQueue } from '@doorstep/contract/review';
import { answer } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { dismissedBy, evidenceOf, findingOf, sameFile } from '../../testing/evidence.ts';
import { answerCases, claimLost, deskOf, moment, openDesk } from '../../testing/review-desk.ts';

// Covers: evidence-21
test('shows a finding’s photos in the photo area on F, and dismisses it on D by number keys', async () => {
  deskOf([501, 502]);
  let findings501 = [sameFile(), findingOf()];
  answerCases((id) => id === 501 && evidenceOf(findings501));
  const sent: unknown[] = [];
  answer(dismissFinding, ({ params, body }) => {
    sent.push({ check: params.check, body });
    findings501 = [findingOf(), { ...sameFile(), dismissed: dismissedBy('same_place') }];
    return { success: true as const, message: 'Dismissed.' };
  });
  const { screen, shows } = await openDesk();
  const findings = screen.getByRole('region', { name: 'Findings' });
  await expect.element(findings.getByText('Serious')).toBeVisible();
  await userEvent.keyboard('f');
  const photos = screen.getByRole('region', { name: 'Photos' });
  await expect.element(photos.getByText('Hemant Kale')).toBeVisible();
  await photos.getByRole('button', { name: 'HL-9, alone' }).click();
  await expect
    .element(photos.getByRole('img', { name: 'Photo of application HL-9' }))
    .toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(photos.getByText('Hemant Kale')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(photos.getByText('Hemant Kale')).not.toBeInTheDocument();

  await userEvent.keyboard('d');
  const panel = screen.getByRole('dialog', { name: 'Dismiss: Same file in another case' });
  await expect.element(panel.getByRole('radio').first()).toHaveFocus();
  // Only the panel's keys work, so P decides nothing.
  await userEvent.keyboard('p2{Enter}');
  await expect.element(panel).not.toBeInTheDocument();
  const seen = { level: 'serious', sentence: sameFile().sentence };
  await expect
    .poll(() => sent)
    .toEqual([{ check: 'photo.same_file', body: { because: 'same_place', note: '', seen } }]);
  await expect.element(findings.getByText('1 dismissed')).toBeVisible();
  await expect
    .element(findings.getByRole('listitem').filter({ hasText: 'at the door' }))
    .toHaveFocus();
  await shows(501);
});

// Covers: evidence-21
test('keeps a dismissal open on Escape while it is sent; its answer does not change the next case', async () => {
  deskOf([501, 502]);
  answerCases((id) => evidenceOf([id === 501 ? sameFile() : findingOf()]));
  const taken = Promise.withResolvers<Response>();
  answer(renewClaim, ({ params }) =>
    params.id === '501' ? taken.promise : { expires_at: moment },
  );
  const onItsWay = Promise.withResolvers<void>();
  let queues = 0;
  answer(reviewQueue, () => {
    queues += 1;
    return { waiting: 2, mine: 0, incomplete: 0 };
  });
  const sent: unknown[] = [];
  answer(dismissFinding, async ({ params }) => {
    sent.push(params.id);
    if (params.id === '501') await onItsWay.promise;
    return { success: true as const, message: 'Dismissed.' };
  });
  const { screen } = await openDesk();
  const findings = screen.getByRole('region', { name: 'Findings' });
  await expect.element(findings.getByText('Serious')).toBeVisible();
  await userEvent.keyboard('d');
  const panel = screen.getByRole('dialog', { name: 'Dismiss: Same file in another case' });
  await expect.element(panel.getByRole('radio').first()).toHaveFocus();
  await userEvent.keyboard('2{Enter}');
  await expect.element(panel.getByRole('button', { name: 'Dismissing...' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(panel.getByRole('button', { name: 'Cancel' }))
    .toHaveAttribute('aria-disabled', 'true');

  taken.resolve(claimLost());
  await screen.getByRole('button', { name: 'Next case' }).click();
  await expect
    .element(findings.getByText('The agent was at the door for 100 seconds.'))
    .toBeVisible();
  await userEvent.keyboard('d');
  const other = screen.getByRole('dialog', { name: 'Dismiss: Short time at the door' });
  await expect.element(other.getByRole('radio').first()).toHaveFocus();
  const before = queues;
  onItsWay.resolve();
  await expect.poll(() => queues).toBeGreaterThan(before);
  await userEvent.keyboard('1{Enter}');
  await expect.poll(() => sent).toEqual(['501', '502']);
});

// Covers: evidence-21
test('shows the next case’s level in the header', async () => {
  deskOf([501, 502]);
  answerCases((id) => id === 502 && evidenceOf([sameFile()]));
  const { screen } = await openDesk();
  await expect.element(screen.getByText(/^next: Serious/)).toBeVisible();
});
