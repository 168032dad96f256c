import { simpleGenerate } from '@doorstep/contract/reports';
import { officeForm } from '@doorstep/contract/reports/office';
import { residenceForm } from '@doorstep/contract/reports/residence';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, bareFailure } from '../../testing/backend.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { photoLinks, verificationOf, verificationRow } from '../../testing/verifications.ts';

const pdf = () => new Response('%PDF-', { headers: { 'Content-Type': 'application/pdf' } });
const office = () => {
  const { application_details, ...verification } = verificationOf({ visit_type: 'OFFICE' });
  return {
    ...verification,
    application_details: application_details && { ...application_details, visit_type: 'OFFICE' },
  };
};

beforeEach(() => {
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
});

test.each([
  ['RESIDENCE', residenceForm('Doorstep'), verificationOf()],
  ['OFFICE', officeForm('Doorstep'), office()],
])('a visit to a %s opens its form with every section and field', async (_, form, verification) => {
  answer(getVerification, verification);
  const { screen } = await renderApp('/verification?form=501');
  const dialog = screen.getByRole('dialog', { name: form.title });
  await expect.element(dialog).toBeVisible();
  for (const { title, fields } of form.sections) {
    await expect
      .element(dialog.getByRole('heading', { name: title, exact: true }))
      .toBeInTheDocument();
    for (const { name, kind } of fields) {
      if (kind === 'images') continue;
      const input = document.querySelector<HTMLInputElement>(`[name="${name}"]`);
      expect(input?.labels?.length, name).toBe(1);
    }
  }
});

test('the residence form is prefilled, keeps to its options and shows its photos without a remove button', async () => {
  answer(getVerification, verificationOf({ admin_decision: 'positive' }));
  const { screen } = await renderApp('/verification?form=501');
  const dialog = screen.getByRole('dialog');
  const value = (label: string) => expect.element(dialog.getByLabelText(label, { exact: true }));
  await value('Applicant Name').toHaveValue('रमेश कुमार शर्मा');
  await value('Agency Name').toHaveValue('Doorstep');
  await value('Date & Time of Visit').toHaveValue('05-03-2026');
  await value('Neighbour Remark').toHaveValue('Knows the family well.');
  await value('Agency Decision').toHaveValue('POSITIVE');
  await value('Recommended').toHaveValue('Y');
  await value('Not Recommended').toHaveValue('N');
  await value('Photographs Description').toHaveValue('Photographs Taken During Verification');
  await expect.element(dialog.getByText('2 images')).toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});

test('without a decision Not Recommended starts as Y', async () => {
  answer(getVerification, verificationOf());
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByLabelText('Not Recommended')).toHaveValue('Y');
});

test('Save & Download sends the whole form and the kept photos, then closes and forgets the draft', async () => {
  answer(getVerification, office());
  let sent: Record<string, unknown> = {};
  answer(simpleGenerate, ({ body }: { body: unknown }) => {
    sent = body as Record<string, unknown>;
    return pdf();
  });
  const { screen } = await renderApp('/verification?form=501');
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText('Landmark'), 'Near the bus stop');
  await dialog.getByRole('button', { name: 'Remove photo 1 of 2' }).click();
  await expect.element(dialog.getByText('1 image', { exact: true })).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Save & Download' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toMatchObject({
    template_type: 'office',
    landmark: 'Near the bus stop',
    doorstep: '',
    image_urls: [photoLinks[1]],
    photographs_taken: 1,
  });
  const names = officeForm('Doorstep').sections.flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  expect(Object.keys(sent).sort()).toEqual([...names, 'photographs_taken', 'template_type'].sort());
  expect(Object.keys(localStorage)).toEqual(['user']);
});

test('a failed report alerts, keeps the form and what was typed', async () => {
  answer(getVerification, verificationOf());
  answer(simpleGenerate, bareFailure(500));
  const { screen } = await renderApp('/verification?form=501');
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Checked');
  await screen.getByRole('button', { name: 'Save & Download' }).click();
  await expect.element(screen.getByText('Failed to generate PDF. Please try again.')).toBeVisible();
  await screen.getByRole('button', { name: 'OK' }).click();
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('Checked');
});

test('a draft survives closing, and can be thrown away', async () => {
  answer(getVerification, verificationOf());
  const { screen, router } = await renderApp('/verification?form=501');
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Half done');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await router.navigate({ to: '/verification', search: { form: '501' } });
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('Half done');
  await screen.getByRole('button', { name: 'Start over' }).click();
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('');
  expect(Object.keys(localStorage)).toEqual(['user']);
});

test('without photos it says whom to ask', async () => {
  answer(getVerification, verificationOf({ image_urls: [], image_count: 0 }));
  const { screen } = await renderApp('/verification?form=501');
  await expect
    .element(screen.getByText('No images available. Contact support if this is unexpected.'))
    .toBeInTheDocument();
});
