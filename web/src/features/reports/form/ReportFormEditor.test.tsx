import { getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { applicantMatches } from '@doorstep/contract/applicants/matches';
import { simpleGenerate } from '@doorstep/contract/reports';
import { officeForm } from '@doorstep/contract/reports/office';
import { residenceForm } from '@doorstep/contract/reports/residence';
import { getSavedForm, type SavedForm } from '@doorstep/contract/reports/versions';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { getVerification } from '@doorstep/contract/verifications';
import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { noteClock } from '../../../lib/api/server-clock.ts';
import { clearSession, saveSession } from '../../../lib/session/session.ts';
import { listOf, recordBodies, usersOf } from '../../../testing/answers.ts';
import { applicantOf } from '../../../testing/applicants.ts';
import { pdf, watchDownloads } from '../../../testing/page/downloads.ts';
import { openForm } from '../../../testing/page/open-record.ts';
import { admin, superAdmin } from '../../../testing/render-app.tsx';
import { detailsOf, photoLinks, verificationOf } from '../../../testing/verifications.ts';
import { draftKey, saveDraft } from './report-draft.ts';

const office = { visit_type: 'OFFICE', application_details: detailsOf({ visit_type: 'OFFICE' }) };
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('doorstep:draft'));
const inputOf = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const valueOf = (name: string) => expect.poll(() => inputOf(name)?.value);
const savedForm = (more: Partial<SavedForm> = {}): SavedForm => ({
  ...{ version: 2, saved_at: '2026-03-05T05:00:00.000Z', saved_by: 'Meera Nair' },
  form: { rtcu: 'Checked', neighbourName: '', agencyDecision: 'NEGATIVE', notRecommended: 'Y' },
  image_urls: photoLinks,
  ...more,
});
const downloaded = watchDownloads();

// Covers: report-form-2, report-form-3
test.each([
  ['RESIDENCE', residenceForm('Doorstep'), {}],
  ['OFFICE', officeForm('Doorstep'), office],
])('opens the form of a visit to a %s with every section and field', async (_, form, record) => {
  const { dialog } = await openForm(record);
  await expect.element(dialog).toHaveAccessibleName(form.title);
  for (const { title, fields } of form.sections) {
    await expect
      .element(dialog.getByRole('heading', { name: title, exact: true }))
      .toBeInTheDocument();
    for (const { name, kind } of fields)
      if (kind !== 'images') expect(inputOf(name)?.labels?.length, name).toBe(1);
  }
});

// Covers: report-form-7
test('prefills the residence form, limits its options, and shows photos without a remove button', async () => {
  const { dialog, field } = await openForm({ admin_decision: 'positive' });
  const value = (label: string) => expect.element(field(label));
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

// Covers: matches-5
test.each([
  ['Dedupe Match Found', {}],
  ['Dedup Match', office],
])('%s begins with the applications that match', async (label, record) => {
  const applicant = { id: 55, application_id: '5521', applicant_name: 'K', created_at: '' };
  answer(applicantMatches, {
    results: [{ because: ['name'], applicant }, { because: ['mobile_number'] }],
  });
  const { field } = await openForm(record);
  await expect.element(field(label)).toHaveValue('Y: 2 (5521, another lender)');
});

// Covers: report-form-20
test('gives each kind of field its keyboard', async () => {
  const { field } = await openForm(office);
  for (const [label, type, inputMode] of [
    ['Mobile Number', 'tel', 'tel'],
    ['Number of Employees', 'text', 'decimal'],
    ['Slip No', 'text', 'text'],
  ] as const) {
    const input = field(label);
    await expect.element(input).toHaveAttribute('type', type);
    await expect.element(input).toHaveAttribute('inputmode', inputMode);
  }
});

// Covers: report-form-14
test('sends the whole form with its photos on Save & Download, closes, and deletes the draft', async () => {
  const sent = recordBodies(simpleGenerate, pdf());
  const { dialog, field, save } = await openForm(office);
  await userEvent.fill(field('Landmark'), 'Near the bus stop');
  await dialog.getByRole('button', { name: 'Remove photo 1 of 2' }).click();
  await expect.element(dialog.getByText('1 image', { exact: true })).toBeInTheDocument();
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .poll(() => sent[0])
    .toMatchObject({
      ...{ template_type: 'office', landmark: 'Near the bus stop', doorstep: '' },
      ...{ image_urls: [photoLinks[1]], photographs_taken: 1 },
    });
  const names = officeForm('Doorstep').sections.flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  await expect
    .poll(() => Object.keys(sent[0] as object).sort())
    .toEqual([...names, 'photographs_taken', 'template_type'].sort());
  await expect.poll(() => Object.keys(localStorage)).toEqual(['user']);
});

// Covers: report-form-14
test('does not move visible content, so that a press hits its button', async () => {
  const { dialog } = await openForm(office);
  const remove = await dialog.getByRole('button', { name: 'Remove photo 2 of 2' }).findElement();
  // Waits until the animation that opens the dialog has ended, because it moves the button.
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  remove.scrollIntoView({ block: 'center' });
  const { top } = remove.getBoundingClientRect();
  for (let frame = 1; frame <= 5; frame += 1) {
    await new Promise(requestAnimationFrame);
    expect(remove.getBoundingClientRect().top).toBe(top);
  }
});

// Covers: report-form-19
test('alerts after a failure, and keeps the form and its text', async () => {
  answer(simpleGenerate, bareFailure(500));
  const { screen, field, save } = await openForm();
  await userEvent.fill(field('RTCU'), 'Checked');
  await save();
  await expect.element(screen.getByText('Failed to generate PDF. Please try again.')).toBeVisible();
  await screen.getByRole('button', { name: 'OK' }).click();
  await expect.element(field('RTCU')).toHaveValue('Checked');
});

// Covers: report-form-19
test('makes another report when another photo has arrived since the failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const keys: (string | null)[] = [];
  answer(simpleGenerate, ({ request }: { request: Request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return bareFailure(500);
  });
  const { screen, save } = await openForm();
  const ask = async () => {
    await save();
    await screen.getByRole('button', { name: 'OK' }).click();
  };
  await ask();
  await ask();
  await expect.poll(() => keys[1]).toBe(keys[0]);
  answer(getVerification, verificationOf({ image_urls: [...photoLinks, '/photos/3.jpg'] }));
  vi.setSystemTime(Date.now() + 31 * 60_000);
  await ask();
  await expect.poll(() => keys[2]).not.toBe(keys[0]);
});

/** Opens a form, requests the PDF, and goes Back before the PDF arrives. `release` answers the request. */
async function leaveByBack() {
  const { promise, resolve: release } = Promise.withResolvers<Response>();
  answer(simpleGenerate, () => promise);
  const app = await openForm();
  await app.dialog.getByRole('button', { name: 'Cancel' }).click();
  const search = { form: '501' };
  await app.router.navigate({ to: '/verification', search, state: { dialogs: 1 } });
  await userEvent.fill(app.field('RTCU'), 'Checked');
  await app.save();
  await expect.element(app.screen.getByRole('button', { name: 'Downloading...' })).toBeVisible();
  app.router.history.back();
  await expect.element(app.dialog).not.toBeInTheDocument();
  return { ...app, release };
}

// Covers: report-form-15
test('closes no other dialog when a PDF arrives after its form was left', async () => {
  answer(listApplicants, listOf([]));
  answer(getApplicant, applicantOf({ id: 42 }));
  answer(listUsers, usersOf([]));
  const { screen, router, address, release } = await leaveByBack();
  await router.navigate({ to: '/applicants', search: { assign: '42' }, state: { dialogs: 1 } });
  await userEvent.type(screen.getByRole('combobox'), 'Ash');
  expect(drafts()).toHaveLength(1);
  release(pdf());
  await expect.poll(drafts).toEqual([]);
  await userEvent.type(screen.getByRole('combobox'), 'a');
  await expect.element(screen.getByRole('combobox')).toHaveValue('Asha');
  await expect.poll(address).toBe('/applicants?assign=42');
});

// Covers: report-form-15
test('opens no other page when a PDF arrives after its form was left', async () => {
  const { screen, router, address, release } = await leaveByBack();
  await router.navigate({ to: '/home' });
  release(pdf());
  await expect.poll(drafts).toEqual([]);
  await screen.getByRole('button', { name: /^Profile of/ }).click();
  await expect.poll(address).toBe('/home');
});

// Covers: report-form-15
test('keeps what was typed in a form that was opened again before its PDF arrived', async () => {
  const { router, field, dialog, release } = await leaveByBack();
  await router.navigate({ to: '/verification', search: { form: '501' } });
  await expect.element(field('RTCU')).toHaveValue('Checked');
  await userEvent.fill(field('RTCU'), 'Checked twice');
  await expect.poll(() => JSON.stringify(localStorage)).toContain('Checked twice');
  release(pdf());
  await expect.poll(() => downloaded).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await router.navigate({ to: '/verification', search: { form: '501' } });
  await expect.element(field('RTCU')).toHaveValue('Checked twice');
});

// Covers: report-form-19
test('reports a PDF that fails after its form was left, and keeps the draft', async () => {
  const { screen, release } = await leaveByBack();
  release(bareFailure(500));
  await expect
    .element(screen.getByText('रमेश कुमार शर्मा: Failed to generate PDF. Please try again.'))
    .toBeVisible();
  expect(drafts()).toHaveLength(1);
});

// Covers: report-form-15
test('keeps the form open if text is typed while the PDF is made', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(simpleGenerate, () => promise);
  const { screen, dialog, field, save } = await openForm();
  await userEvent.fill(field('RTCU'), 'Cheked');
  await save();
  await expect.element(screen.getByRole('button', { name: 'Downloading...' })).toBeVisible();
  await userEvent.fill(field('RTCU'), 'Checked');
  resolve(pdf());
  await expect
    .element(screen.getByText(/^The report was downloaded without your latest changes/))
    .toBeVisible();
  await expect.element(field('RTCU')).toHaveValue('Checked');
  expect(drafts()).toHaveLength(1);
  answer(simpleGenerate, () => pdf());
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(drafts()).toEqual([]);
});

// Covers: fault-27
test('asks on Cancel as on closing if no draft can be saved', async () => {
  const { screen, field } = await openForm();
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await userEvent.fill(field('RTCU'), 'Checked');
  await expect.element(screen.getByText(/The browser can’t store a draft/)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('Close and lose what you changed?')).toBeVisible();
  await expect.element(field('RTCU')).toHaveValue('Checked');
});

// Covers: report-form-15
test('keeps a draft after closing, and lets the user discard it', async () => {
  const { screen, router, dialog, field } = await openForm();
  await userEvent.fill(field('RTCU'), 'Half done');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await router.navigate({ to: '/verification', search: { form: '501' } });
  await expect.element(field('RTCU')).toHaveValue('Half done');
  await screen.getByRole('button', { name: 'Start over' }).click();
  await expect.element(field('RTCU')).toHaveValue('');
  await expect.poll(() => Object.keys(localStorage)).toEqual(['user']);
});

// Covers: report-form-15
test('restores typed text after other starting values replaced it', async () => {
  answer(getSavedForm, { saved: savedForm() });
  const { screen, field } = await openForm();
  await valueOf('rtcu').toBe('Checked');
  const putBack = screen.getByRole('button', { name: 'Restore what was typed' });
  await screen.getByRole('button', { name: 'Start again from the visit’s facts' }).click();
  await valueOf('rtcu').toBe('');
  // There is no button to restore anything, because nothing has been typed yet.
  await expect.element(putBack).not.toBeInTheDocument();
  await userEvent.fill(field('RTCU'), 'Half an hour of work');
  await screen.getByRole('button', { name: 'Back to version 2' }).click();
  await valueOf('rtcu').toBe('Checked');
  await putBack.click();
  await valueOf('rtcu').toBe('Half an hour of work');
  await expect.element(putBack).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Back to version 2' }).click();
  await putBack.click();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(drafts).toHaveLength(1);
});

// Covers: report-form-8
test('opens with the last saved form, and fills gaps with the visit’s facts', async () => {
  let asked: Record<string, string> = {};
  answer(getSavedForm, ({ query }: { query: Record<string, string> }) => {
    asked = query;
    return { saved: savedForm() };
  });
  const { screen, field } = await openForm({ admin_decision: 'positive' });
  await expect
    .element(screen.getByText('Version 2, saved Mar 5, 2026, 10:30 AM by Meera Nair'))
    .toBeVisible();
  await expect.poll(() => asked).toEqual({ template_type: 'residence' });
  await valueOf('rtcu').toBe('Checked');
  await valueOf('agencyDecision').toBe('NEGATIVE');
  await valueOf('neighbourName').toBe('Sushila Devi');
  // The saved "not recommended" came from a default and not from a user. The decision made since replaces it
  // in both fields.
  await valueOf('recommended').toBe('Y');
  await valueOf('notRecommended').toBe('N');

  await screen.getByRole('button', { name: 'Start again from the visit’s facts' }).click();
  await valueOf('rtcu').toBe('');
  await valueOf('agencyDecision').toBe('POSITIVE');
  const first = field('Application Ref No');
  await expect.element(first).toHaveFocus();
  await screen.getByRole('button', { name: 'Back to version 2' }).click();
  await valueOf('rtcu').toBe('Checked');
  await expect.element(first).toHaveFocus();
  await expect.poll(() => Object.keys(localStorage)).toEqual(['user']);
});

// Covers: report-form-15
test('treats a draft as newer than the version before it, even if the browser’s clock is behind', async () => {
  onTestFinished(() =>
    noteClock(new Response(null, { headers: { Date: new Date().toUTCString() } })),
  );
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const headers = { Date: inMinutes(10).toUTCString() };
  answer(getSavedForm, { saved: savedForm({ saved_at: inMinutes(5).toISOString() }) });
  saveDraft(draftKey(superAdmin.id, '501', 'residence'), {
    values: { rtcu: 'Typed since' },
    removed: [],
  });
  const { field } = await openForm(() => Response.json(verificationOf(), { headers }));
  await expect.element(field('RTCU')).toHaveValue('Typed since');
});

// Covers: report-form-8
test('adds photos that arrived after the version was saved and says so, but not removed ones', async () => {
  const second = photoLinks[1] ?? '';
  const saved = savedForm({ form: { landmark: 'Temple' }, image_urls: [] });
  answer(getSavedForm, { saved: { ...saved, came_since: [second] } });
  const sent = recordBodies(simpleGenerate, pdf());
  const { dialog, save } = await openForm(office);
  await expect.element(dialog.getByText('1 image', { exact: true })).toBeInTheDocument();
  await expect.element(dialog.getByText('1 new image since version 2')).toBeInTheDocument();
  await expect
    .element(dialog.getByRole('button', { name: 'Put back 1 removed image' }))
    .toBeVisible();
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => sent).toMatchObject([{ image_urls: [second] }]);
});

// Covers: report-form-8
test.each([
  ['newer', 60_000, 'Typed since'],
  ['older', -60_000, 'Checked'],
])('a draft that is %s than the saved version', async (_, after, value) => {
  answer(getSavedForm, { saved: savedForm({ form: { rtcu: 'Checked', coApp: 'Saved' } }) });
  const draft = { values: { rtcu: 'Typed since' }, removed: [], savedAt: 0 };
  draft.savedAt = Date.parse(savedForm().saved_at) + after;
  localStorage.setItem('doorstep:draft:1:residence:501', JSON.stringify(draft));
  const { screen, field } = await openForm();
  await expect.element(field('RTCU')).toHaveValue(value);
  await valueOf('coApp').toBe('Saved');
  const notice = screen.getByText(/^This is your draft of/);
  await expect.poll(() => notice.elements().length).toBe(after > 0 ? 1 : 0);
});

// Covers: report-form-10
test('keeps removed photos and other clients’ fields out of an office’s form', async () => {
  answer(getSavedForm, {
    saved: savedForm({
      form: { landmark: 'Bus stop', loanPurpose: 'Tempo', 'a.b': 'kept' },
      image_urls: [photoLinks[0] ?? ''],
    }),
  });
  const sent = recordBodies(simpleGenerate, pdf());
  const { dialog, field, save } = await openForm(office);
  await expect.element(dialog.getByText('1 image', { exact: true })).toBeInTheDocument();
  await userEvent.fill(field('Loan Purpose'), 'Second tempo');
  await save();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        ...{ landmark: 'Bus stop', loanPurpose: 'Second tempo', 'a.b': 'kept' },
        image_urls: [photoLinks[0]],
      },
    ]);
});

// Covers: report-form-8, threat-20
test('shows a draft only to its author in a shared browser', async () => {
  const { screen, router, field } = await openForm();
  const opened = () => router.navigate({ to: '/verification', search: { form: '501' } });
  const asUser = async (user: typeof superAdmin) => {
    saveSession(user);
    await opened();
    await expect.element(field('RTCU')).toBeInTheDocument();
  };
  // Signs out before the typed text is saved as a draft. The form must save it while closing.
  await userEvent.fill(field('RTCU'), 'Half done');
  clearSession();
  await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
  await asUser(admin);
  await expect.element(field('RTCU')).toHaveValue('');
  await expect.element(screen.getByText(/^This is your draft of/)).not.toBeInTheDocument();
  clearSession();
  await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
  await asUser(superAdmin);
  await expect.element(field('RTCU')).toHaveValue('Half done');
});

// Covers: report-form-8
test('opens with the facts if the backend has no saved forms', async () => {
  answer(getSavedForm, failure(404));
  const { screen, field } = await openForm();
  await expect.element(field('RTCU')).toHaveValue('');
  await expect.element(screen.getByText(/^Version/)).not.toBeInTheDocument();
});

// Covers: report-form-8
test('does not show an empty form if the saved one can’t be read', async () => {
  answer(getSavedForm, failure(500));
  const { screen } = await openForm();
  await expect.element(screen.getByText('Failed to fetch verification details')).toBeVisible();
  answer(getSavedForm, { saved: savedForm() });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await valueOf('rtcu').toBe('Checked');
});

// Covers: report-form-9
test('shows the number of empty fields before saving, and updates it while typing', async () => {
  const { screen, field } = await openForm();
  await expect.element(field('RTCU')).toBeInTheDocument();
  const said = screen.getByText(/fields are empty\./);
  await expect.element(said).toBeVisible();
  const count = () => Number(/(\d+) of \d+ fields/.exec(said.element().textContent ?? '')?.[1]);
  const before = count();
  expect(before).toBeGreaterThan(30);
  await userEvent.fill(field('RTCU'), 'x');
  await expect.poll(count).toBe(before - 1);
  await userEvent.clear(field('RTCU'));
  await expect.poll(count).toBe(before);
});

// Covers: report-form-13
test('fits the longest default into its field', async () => {
  const { field } = await openForm();
  const input = await field('Photographs Description').findElement();
  input.scrollIntoView();
  expect(input.scrollWidth).toBe(input.clientWidth);
});

// Covers: report-form-16
test('says whom to ask if there are no photos', async () => {
  const { screen } = await openForm({ image_urls: [], image_count: 0 });
  await expect
    .element(screen.getByText('No images available. Contact support if this is unexpected.'))
    .toBeInTheDocument();
});

// Covers: report-form-10
test('keeps a photo out of the draft that is removed right after typing', async () => {
  const { dialog, router, field } = await openForm(office);
  const input = await field('Landmark').findElement();
  const remove = await dialog.getByRole('button', { name: 'Remove photo 2 of 2' }).findElement();
  // Types and removes a photo without a pause, so that the photo is removed before a draft is saved.
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  (remove as HTMLElement).click();
  await expect.element(dialog.getByText('1 image', { exact: true })).toBeInTheDocument();

  // When the form closes, it saves the changes that are not in the draft yet.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await router.navigate({ to: '/verification', search: { form: '501' } });
  await expect.element(dialog.getByText('1 image', { exact: true })).toBeInTheDocument();
});

// Covers: other-clients-7
test('shows and saves a value of another client that is not in the dropdown', async () => {
  const form = { personContacted: 'Neighbour’s son' };
  answer(getSavedForm, { saved: savedForm({ form }) });
  const sent = recordBodies(simpleGenerate, pdf());
  const { field, save } = await openForm();
  await expect.element(field('Person Contacted')).toHaveDisplayValue('Neighbour’s son');
  await save();
  await expect.poll(() => sent).toMatchObject([form]);
});
