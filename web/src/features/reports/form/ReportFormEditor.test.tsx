import { getApplicant, listApplicants } from '@doorstep/contract/applicants';
import { applicantMatches } from '@doorstep/contract/applicants/matches';
import { simpleGenerate } from '@doorstep/contract/reports';
import { officeForm } from '@doorstep/contract/reports/office';
import { residenceForm } from '@doorstep/contract/reports/residence';
import { getSavedForm, type SavedForm } from '@doorstep/contract/reports/versions';
import { answer, bareFailure, failure } from '@doorstep/contract/testing/backend';
import { listUsers } from '@doorstep/contract/users';
import { getVerification, listVerifications } from '@doorstep/contract/verifications';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { noteClock } from '../../../lib/api/server-clock.ts';
import { clearSession, saveSession } from '../../../lib/session/session.ts';
import { applicantOf } from '../../../testing/applicants.ts';
import { admin, renderApp, superAdmin } from '../../../testing/render-app.tsx';
import { photoLinks, verificationOf, verificationRow } from '../../../testing/verifications.ts';
import { draftKey, saveDraft } from './report-draft.ts';

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

// Covers: report-form-2, report-form-3
test.each([
  ['RESIDENCE', residenceForm('Doorstep'), verificationOf()],
  ['OFFICE', officeForm('Doorstep'), office()],
])(
  'opens the form of a visit to a %s with every section and field',
  async (_, form, verification) => {
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
  },
);

// Covers: report-form-7
test('prefills the residence form, limits its options, and shows photos without a remove button', async () => {
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

// Covers: matches-5
test.each([
  ['Dedupe Match Found', verificationOf()],
  ['Dedup Match', office()],
])('%s begins with the applications that match', async (label, verification) => {
  answer(getVerification, verification);
  const applicant = { id: 55, application_id: '5521', applicant_name: 'K', created_at: '' };
  answer(applicantMatches, {
    results: [{ because: ['name'], applicant }, { because: ['mobile_number'] }],
  });
  const { screen } = await renderApp('/verification?form=501');
  await expect
    .element(screen.getByRole('dialog').getByLabelText(label, { exact: true }))
    .toHaveValue('Y: 2 (5521, another lender)');
});

// Covers: report-form-20
test('gives each kind of field its keyboard', async () => {
  answer(getVerification, office());
  const { screen } = await renderApp('/verification?form=501');
  const dialog = screen.getByRole('dialog');
  for (const [label, type, inputMode] of [
    ['Mobile Number', 'tel', 'tel'],
    ['Number of Employees', 'text', 'decimal'],
    ['Slip No', 'text', 'text'],
  ] as const) {
    const input = dialog.getByLabelText(label, { exact: true });
    await expect.element(input).toHaveAttribute('type', type);
    await expect.element(input).toHaveAttribute('inputmode', inputMode);
  }
});

// Covers: report-form-6
test('starts Not Recommended as Y without a decision', async () => {
  answer(getVerification, verificationOf());
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByLabelText('Not Recommended')).toHaveValue('Y');
});

// Covers: report-form-14
test('sends the whole form with its photos on Save & Download, closes, and deletes the draft', async () => {
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
  await expect
    .poll(() => sent)
    .toMatchObject({
      template_type: 'office',
      landmark: 'Near the bus stop',
      doorstep: '',
      image_urls: [photoLinks[1]],
      photographs_taken: 1,
    });
  const names = officeForm('Doorstep').sections.flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
  await expect
    .poll(() => Object.keys(sent).sort())
    .toEqual([...names, 'photographs_taken', 'template_type'].sort());
  await expect.poll(() => Object.keys(localStorage)).toEqual(['user']);
});

// Covers: report-form-14
test('does not move visible content, so that a press hits its button', async () => {
  answer(getVerification, office());
  const { screen } = await renderApp('/verification?form=501');
  const remove = await screen.getByRole('button', { name: 'Remove photo 2 of 2' }).findElement();
  // Waits for the opening animation, which moves the dialog.
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
  answer(getVerification, verificationOf());
  answer(simpleGenerate, bareFailure(500));
  const { screen } = await renderApp('/verification?form=501');
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Checked');
  await screen.getByRole('button', { name: 'Save & Download' }).click();
  await expect.element(screen.getByText('Failed to generate PDF. Please try again.')).toBeVisible();
  await screen.getByRole('button', { name: 'OK' }).click();
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('Checked');
});

// Covers: report-form-19
test('makes another report when another photo has arrived since the failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  answer(getVerification, verificationOf());
  const keys: (string | null)[] = [];
  answer(simpleGenerate, ({ request }: { request: Request }) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return bareFailure(500);
  });
  const { screen } = await renderApp('/verification?form=501');
  const ask = async () => {
    await screen.getByRole('button', { name: 'Save & Download' }).click();
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

/** Opens a form, requests the PDF, and leaves with Back before the answer. `release` sends the answer. */
async function leaveByBack() {
  answer(getVerification, verificationOf());
  const { promise, resolve: release } = Promise.withResolvers<Response>();
  answer(simpleGenerate, () => promise);
  const app = await renderApp('/verification');
  await app.router.navigate({
    to: '/verification',
    search: { form: '501' },
    state: { dialogs: 1 },
  });
  await userEvent.fill(app.screen.getByLabelText('RTCU'), 'Checked');
  await app.screen.getByRole('button', { name: 'Save & Download' }).click();
  await expect.element(app.screen.getByRole('button', { name: 'Downloading...' })).toBeVisible();
  app.router.history.back();
  await expect.element(app.screen.getByRole('dialog')).not.toBeInTheDocument();
  return { ...app, release };
}
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('doorstep:draft'));

// Covers: report-form-15
test('closes no other dialog when a PDF arrives after its form was left', async () => {
  answer(listApplicants, { results: [], count: 0, next: null, previous: null });
  answer(getApplicant, applicantOf({ id: 42 }));
  answer(listUsers, { success: true, users: [], total_count: 0 });
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
  answer(getVerification, verificationOf());
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(simpleGenerate, () => promise);
  const { screen } = await renderApp('/verification?form=501');
  const save = screen.getByRole('button', { name: 'Save & Download' });
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Cheked');
  await save.click();
  await expect.element(screen.getByRole('button', { name: 'Downloading...' })).toBeVisible();
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Checked');
  resolve(pdf());
  await expect
    .element(screen.getByText(/^The report was downloaded without your latest changes/))
    .toBeVisible();
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('Checked');
  expect(drafts()).toHaveLength(1);
  answer(simpleGenerate, () => pdf());
  await save.click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(drafts()).toEqual([]);
});

// Covers: fault-27
test('asks on Cancel as on closing if no draft can be saved', async () => {
  answer(getVerification, verificationOf());
  const { screen } = await renderApp('/verification?form=501');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Checked');
  await expect.element(screen.getByText(/The browser has no space for a draft/)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('Close and lose what you changed?')).toBeVisible();
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('Checked');
});

// Covers: report-form-15
test('keeps a draft after closing, and lets the user discard it', async () => {
  answer(getVerification, verificationOf());
  const { screen, router } = await renderApp('/verification?form=501');
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Half done');
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await router.navigate({ to: '/verification', search: { form: '501' } });
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('Half done');
  await screen.getByRole('button', { name: 'Start over' }).click();
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('');
  await expect.poll(() => Object.keys(localStorage)).toEqual(['user']);
});

// Covers: report-form-15
test('restores typed text after other starting values replaced it', async () => {
  answer(getVerification, verificationOf());
  answer(getSavedForm, { saved: savedForm() });
  const { screen } = await renderApp('/verification?form=501');
  const typed = screen.getByLabelText('RTCU');
  await valueOf('rtcu').toBe('Checked');
  const putBack = screen.getByRole('button', { name: 'Restore what was typed' });
  await screen.getByRole('button', { name: 'Start again from the visit’s facts' }).click();
  await valueOf('rtcu').toBe('');
  // The button is missing, because no text was typed before.
  await expect.element(putBack).not.toBeInTheDocument();
  await userEvent.fill(typed, 'Half an hour of work');
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

const savedForm = (more: Partial<SavedForm> = {}): SavedForm => ({
  version: 2,
  saved_at: '2026-03-05T05:00:00.000Z',
  saved_by: 'Meera Nair',
  form: { rtcu: 'Checked', neighbourName: '', agencyDecision: 'NEGATIVE', notRecommended: 'Y' },
  image_urls: photoLinks,
  ...more,
});
const label = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const valueOf = (name: string) => expect.poll(() => label(name)?.value);

// Covers: report-form-8
test('opens with the last saved form, and fills gaps with the visit’s facts', async () => {
  answer(getVerification, verificationOf({ admin_decision: 'positive' }));
  let asked: Record<string, string> = {};
  answer(getSavedForm, ({ query }: { query: Record<string, string> }) => {
    asked = query;
    return { saved: savedForm() };
  });
  const { screen } = await renderApp('/verification?form=501');
  await expect
    .element(screen.getByText('Version 2, saved Mar 5, 2026, 10:30 AM by Meera Nair'))
    .toBeVisible();
  await expect.poll(() => asked).toEqual({ template_type: 'residence' });
  await valueOf('rtcu').toBe('Checked');
  await valueOf('agencyDecision').toBe('NEGATIVE');
  await valueOf('neighbourName').toBe('Sushila Devi');
  // The saved "not recommended" is a default that no user typed, so the later decision prefills both
  // fields.
  await valueOf('recommended').toBe('Y');
  await valueOf('notRecommended').toBe('N');

  await screen.getByRole('button', { name: 'Start again from the visit’s facts' }).click();
  await valueOf('rtcu').toBe('');
  await valueOf('agencyDecision').toBe('POSITIVE');
  const first = screen.getByLabelText('Application Ref No');
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
  answer(getVerification, () =>
    Response.json(verificationOf(), { headers: { Date: inMinutes(10).toUTCString() } }),
  );
  answer(getSavedForm, { saved: savedForm({ saved_at: inMinutes(5).toISOString() }) });
  saveDraft(draftKey(superAdmin.id, '501', 'residence'), {
    values: { rtcu: 'Typed since' },
    removed: [],
  });
  await renderApp('/verification?form=501');
  await expect.poll(() => label('rtcu')?.value).toBe('Typed since');
});

// Covers: report-form-8
test('adds photos that arrived after the version was saved and says so, but not removed ones', async () => {
  answer(getVerification, office());
  const second = photoLinks[1] ?? '';
  const saved = savedForm({ form: { landmark: 'Temple' }, image_urls: [] });
  answer(getSavedForm, { saved: { ...saved, came_since: [second] } });
  let sent: Record<string, unknown> = {};
  answer(simpleGenerate, ({ body }: { body: unknown }) => {
    sent = body as Record<string, unknown>;
    return pdf();
  });
  const { screen } = await renderApp('/verification?form=501');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('1 image', { exact: true })).toBeInTheDocument();
  await expect.element(dialog.getByText('1 new image since version 2')).toBeInTheDocument();
  await expect
    .element(dialog.getByRole('button', { name: 'Put back 1 removed image' }))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Save & Download' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => sent.image_urls).toEqual([second]);
});

// Covers: report-form-8
test.each([
  ['newer', 60_000, 'Typed since'],
  ['older', -60_000, 'Checked'],
])('a draft that is %s than the saved version', async (_, after, value) => {
  answer(getVerification, verificationOf());
  answer(getSavedForm, { saved: savedForm({ form: { rtcu: 'Checked', coApp: 'Saved' } }) });
  const draft = { values: { rtcu: 'Typed since' }, removed: [], savedAt: 0 };
  draft.savedAt = Date.parse(savedForm().saved_at) + after;
  localStorage.setItem('doorstep:draft:1:residence:501', JSON.stringify(draft));
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue(value);
  await valueOf('coApp').toBe('Saved');
  const notice = screen.getByText(/^This is your draft of/);
  await expect.poll(() => notice.elements().length).toBe(after > 0 ? 1 : 0);
});

// Covers: report-form-10
test('keeps removed photos and other clients’ fields out of an office’s form', async () => {
  answer(getVerification, office());
  answer(getSavedForm, {
    saved: savedForm({
      form: { landmark: 'Bus stop', loanPurpose: 'Tempo', 'a.b': 'kept' },
      image_urls: [photoLinks[0] ?? ''],
    }),
  });
  let sent: Record<string, unknown> = {};
  answer(simpleGenerate, ({ body }: { body: unknown }) => {
    sent = body as Record<string, unknown>;
    return pdf();
  });
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByText('1 image', { exact: true })).toBeInTheDocument();
  await userEvent.fill(screen.getByLabelText('Loan Purpose'), 'Second tempo');
  await screen.getByRole('button', { name: 'Save & Download' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .poll(() => sent)
    .toMatchObject({
      landmark: 'Bus stop',
      loanPurpose: 'Second tempo',
      'a.b': 'kept',
      image_urls: [photoLinks[0]],
    });
});

// Covers: report-form-8, threat-20
test('shows a draft only to its author in a shared browser', async () => {
  answer(getVerification, verificationOf());
  const { screen, router } = await renderApp('/verification?form=501');
  const opened = () => router.navigate({ to: '/verification', search: { form: '501' } });
  const asUser = async (user: typeof superAdmin) => {
    saveSession(user);
    await opened();
    await expect.element(screen.getByLabelText('RTCU')).toBeInTheDocument();
  };
  // Signs out right after typing, so that the closing form must save the draft.
  await userEvent.fill(screen.getByLabelText('RTCU'), 'Half done');
  clearSession();
  await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
  await asUser(admin);
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('');
  await expect.element(screen.getByText(/^This is your draft of/)).not.toBeInTheDocument();
  clearSession();
  await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeVisible();
  await asUser(superAdmin);
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('Half done');
});

// Covers: report-form-8
test('opens with the facts if the backend has no saved forms', async () => {
  answer(getVerification, verificationOf());
  answer(getSavedForm, failure(404));
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByLabelText('RTCU')).toHaveValue('');
  await expect.element(screen.getByText(/^Version/)).not.toBeInTheDocument();
});

// Covers: report-form-8
test('does not show an empty form if the saved one can’t be read', async () => {
  answer(getVerification, verificationOf());
  answer(getSavedForm, failure(500));
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByText('Failed to fetch verification details')).toBeVisible();
  answer(getSavedForm, { saved: savedForm() });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await valueOf('rtcu').toBe('Checked');
});

// Covers: report-form-9
test('shows the number of empty fields before saving, and updates it while typing', async () => {
  answer(getVerification, verificationOf());
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByLabelText('RTCU')).toBeInTheDocument();
  const said = screen.getByText(/fields are empty\./);
  await expect.element(said).toBeVisible();
  const count = () => Number(/(\d+) of \d+ fields/.exec(said.element().textContent ?? '')?.[1]);
  const before = count();
  expect(before).toBeGreaterThan(30);
  await userEvent.fill(screen.getByLabelText('RTCU'), 'x');
  await expect.poll(count).toBe(before - 1);
  await userEvent.clear(screen.getByLabelText('RTCU'));
  await expect.poll(count).toBe(before);
});

// Covers: report-form-13
test('fits the longest default into its field', async () => {
  answer(getVerification, verificationOf());
  const { screen } = await renderApp('/verification?form=501');
  await expect.element(screen.getByLabelText('Photographs Description')).toBeInTheDocument();
  const field = label('photographs_description');
  field?.scrollIntoView();
  expect(field?.scrollWidth).toBe(field?.clientWidth);
});

// Covers: report-form-16
test('says whom to ask if there are no photos', async () => {
  answer(getVerification, verificationOf({ image_urls: [], image_count: 0 }));
  const { screen } = await renderApp('/verification?form=501');
  await expect
    .element(screen.getByText('No images available. Contact support if this is unexpected.'))
    .toBeInTheDocument();
});
