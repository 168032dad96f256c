import { simpleGenerate } from '@doorstep/contract/reports';
import { getSavedForm, type SavedForm } from '@doorstep/contract/reports/versions';
import { answer } from '@doorstep/contract/testing/backend';
import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { recordBodies } from '../../../../testing/answers.ts';
import { pdf, watchDownloads } from '../../../../testing/page/downloads.ts';
import { openForm } from '../../../../testing/page/open-record.ts';
import { photoLinks } from '../../../../testing/verifications.ts';

const facts = { ownershipStatus: 'OWNED', maritalStatus: 'Married', agencyDecision: 'POSITIVE' };
const earlier: SavedForm = {
  version: 2,
  saved_at: '2026-03-02T05:00:00.000Z',
  saved_by: 'Meera Nair',
  form: { ownershipStatus: 'RENTED', coApp: 'Sunita', rtcu: 'Checked' },
  image_urls: photoLinks,
};

watchDownloads();

async function openVisit(fields: Partial<Verification> = {}) {
  const app = await openForm({ outcome: 'met', tries: 1, facts, ...fields });
  await expect.element(app.field('Ownership Status')).toBeInTheDocument();
  return app;
}

// Covers: facts-3
test('marks a visit’s value, shows that and from what it was changed, and restores it by key', async () => {
  const { screen, field } = await openVisit();
  const ownership = field('Ownership Status');
  await expect.element(ownership).toHaveValue('OWNED');
  await expect.element(ownership).toHaveAccessibleDescription('From the visit');
  await expect.element(field('Agency Decision')).not.toHaveAccessibleDescription();
  await expect.element(field('Co-Applicant')).not.toHaveAccessibleDescription();
  const section = screen.getByRole('button', { name: /^Living Status Information/ });
  await expect.element(section).toHaveAccessibleName('Living Status Information 2 from the visit');
  await expect.element(screen.getByText(/values are from the visit\./)).toBeVisible();

  await userEvent.selectOptions(ownership, 'RENTED');
  await expect
    .element(ownership)
    .toHaveAccessibleDescription('Changed. The agent sent: OWNED Put back Ownership Status');
  await expect
    .element(section)
    .toHaveAccessibleName('Living Status Information 2 from the visit, 1 changed');
  await expect.element(screen.getByText(/are from the visit, 1 of them changed\./)).toBeVisible();

  (await ownership.findElement()).focus();
  await userEvent.keyboard('{Tab}');
  await expect
    .element(screen.getByRole('button', { name: 'Put back Ownership Status' }))
    .toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(ownership).toHaveValue('OWNED');
  await expect.element(ownership).toHaveFocus();
  await expect.element(ownership).toHaveAccessibleDescription('From the visit');
  await expect.element(section).toHaveAccessibleName('Living Status Information 2 from the visit');
});

// Covers: facts-3
test('puts a restored value into the draft and the report', async () => {
  const sent = recordBodies(simpleGenerate, pdf());
  const { screen, dialog, field, save } = await openVisit();
  await userEvent.fill(field('Marital Status'), 'Single');
  await userEvent.fill(field('Co-Applicant'), 'Sunita');
  await screen.getByRole('button', { name: 'Put back Marital Status' }).click();
  await expect
    .poll(() => JSON.parse(localStorage.getItem('doorstep:draft:1:residence:501') ?? '{}').values)
    .toEqual({ coApp: 'Sunita' });
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => sent).toMatchObject([{ maritalStatus: 'Married', coApp: 'Sunita' }]);
});

// Covers: facts-3
test('counts a different value that a colleague saved as changed', async () => {
  answer(getSavedForm, { saved: { ...earlier, form: { ownershipStatus: 'RENTED' } } });
  const { field } = await openVisit();
  await expect.element(field('Ownership Status')).toHaveValue('RENTED');
  await expect
    .element(field('Ownership Status'))
    .toHaveAccessibleDescription(/^Changed. The agent sent: OWNED/);
  await expect.element(field('Marital Status')).toHaveAccessibleDescription('From the visit');
});

// Covers: facts-4
test('names an outcome other than met', async () => {
  const { screen } = await openVisit({ outcome: 'locked', tries: 2 });
  await expect.element(screen.getByText('Door locked, 2nd attempt.')).toBeVisible();
});

// Covers: facts-5
test('starts from a second visit, and offers the other values of the earlier version', async () => {
  answer(getSavedForm, { saved: null, earlier });
  const { screen, field } = await openVisit();
  await expect
    .element(screen.getByText(/^Version 2, saved .* by Meera Nair, is older than the latest visit/))
    .toBeVisible();
  await expect.element(field('Ownership Status')).toHaveValue('OWNED');
  await expect.element(field('RTCU')).toHaveValue('');

  await screen.getByRole('button', { name: 'Use other values of version 2' }).click();
  await expect.element(field('RTCU')).toHaveValue('Checked');
  await expect.element(field('Co-Applicant')).toHaveValue('Sunita');
  await expect.element(field('Ownership Status')).toHaveValue('OWNED');
  await expect.element(field('Application Ref No')).toHaveFocus();

  await screen.getByRole('button', { name: 'Start over' }).click();
  await expect.element(field('RTCU')).toHaveValue('');
  await expect.poll(() => Object.keys(localStorage)).toEqual(['user']);
});
