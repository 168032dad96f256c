import type { EvidencePart } from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { correctPinCode, dismissFinding } from '@doorstep/contract/evidence/office';
import { answer, failure } from '@doorstep/contract/testing/backend';
import type { Verification } from '@doorstep/contract/verifications';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  anotherDistrict,
  checkedCase,
  dismissedBy,
  evidenceOf,
  findingOf,
  otherCaseOf,
  sameFile,
} from '../../testing/evidence.ts';
import { openRecord } from '../../testing/page/open-record.ts';
import { holdIntervals } from '../../testing/page/page-clock.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { detailsOf, verificationOf } from '../../testing/verifications.ts';

const done = { success: true as const, message: 'Dismissed.' };

beforeEach(() => page.viewport(1366, 768));

/** Opens a verification in its dialog. A test can set `shown.record` to change the server's later answers. */
async function open(record: Verification) {
  const shown = { record };
  const { screen, dialog } = await openRecord(() => shown.record);
  const findings = dialog.getByRole('region', { name: 'Findings' });
  return { screen, shown, findings };
}

/** Opens the form that dismisses the open finding. */
async function openDismissal(...found: Finding[]) {
  const app = await open(checkedCase(found));
  await app.findings.getByRole('button', { name: 'Dismiss' }).click();
  const form = app.screen.getByRole('dialog', { name: /^Dismiss/ });
  await expect.element(form).toBeVisible();
  return { ...app, form };
}

// Covers: evidence-17
test('opens the worst finding with its measurements, and shows the others as a line each', async () => {
  const apart = findingOf({
    ...{ check: 'place.photos_apart', sentence: 'Photo 2 was taken 1.9 km from the visit.' },
    places: [
      { label: 'The visit', latitude: 18.5204, longitude: 73.8567, accuracy_m: 12 },
      { label: 'Photo 2', latitude: 18.5375, longitude: 73.8567, accuracy_m: 9 },
    ],
  });
  const short = findingOf({
    times: [
      { label: 'Arrived', at: '2026-03-05T05:00:05.000Z' },
      { label: 'Left', at: '2026-03-05T05:01:45.000Z' },
    ],
  });
  const { findings, screen } = await open(checkedCase([sameFile(), apart, short]));
  await expect.element(findings.getByText('Serious')).toBeVisible();
  const sentences = () =>
    findings
      .getByRole('button', { expanded: true })
      .elements()
      .map(({ textContent }) => textContent);
  expect(sentences()).toEqual([sameFile().sentence]);
  await expect.element(findings.getByText('Hemant Kale')).toBeVisible();
  await expect.element(findings.getByText('12, Mill Compound, Aluva')).toBeVisible();
  await findings.getByRole('button', { name: 'Enlarge the photo of application HL-9' }).click();
  await expect.element(screen.getByText('Application HL-9')).toBeVisible();
  await userEvent.keyboard('{Escape}');

  await findings.getByRole('button', { name: apart.sentence }).click();
  expect(sentences()).toEqual([apart.sentence]);
  await expect.element(findings.getByText(/^Photo 2, 1\.9 km away/)).toBeVisible();
  await expect
    .element(findings.getByRole('button', { name: 'Copy the place of Photo 2' }))
    .toBeVisible();
  const picture = findings.getByRole('img', { name: 'The visit, Photo 2, drawn to scale' });
  await expect.element(picture.getByText('1.9 km')).toBeVisible();
  await findings.getByText('When is this finding wrong?').click();
  await expect
    .element(findings.getByText(/finished the visit in the app after leaving/))
    .toBeVisible();

  await findings.getByRole('button', { name: short.sentence }).click();
  await expect.element(findings.getByText('Mar 5, 2026, 10:31:45 AM')).toBeVisible();
  await findings.getByRole('button', { name: short.sentence }).click();
  expect(sentences()).toEqual([]);
});

const related = [402, 403, 404, 405, 406, 407].map((verification_id) =>
  otherCaseOf({ verification_id, applicant: `Applicant ${verification_id}` }),
);

// Covers: evidence-17
test.each([
  [14, 'and 14 more cases'],
  [0, 'Applicant 403'],
])(
  'names some of many related cases, and says that there are %i more',
  async (more_cases, last) => {
    const cases = related.slice(0, 2);
    const many = findingOf({ check: 'place.one_desk', cases, more_cases });
    const { findings } = await open(checkedCase([many]));
    await expect.element(findings.getByRole('listitem').last()).toMatchTextContent(last);
  },
);

// Covers: evidence-17
test('shows two of six related cases, and the others on request', async () => {
  const copied = findingOf({ check: 'facts.copied', cases: related, more_cases: 22 });
  const { findings } = await open(checkedCase([copied]));
  await expect.element(findings.getByText('Applicant 403')).toBeVisible();
  await expect.element(findings.getByText('Applicant 404')).not.toBeVisible();
  await findings.getByText('26 more cases').click();
  await expect.element(findings.getByText('Applicant 407')).toBeVisible();
  await expect.element(findings.getByText('and 22 more cases')).toBeVisible();
});

// Covers: evidence-18
test('marks a case of another lender as one that reports must not name', async () => {
  const { findings } = await open(
    checkedCase([sameFile({ portfolio_name: 'Deccan Credit Cards', is_own_lenders: false })]),
  );
  await expect
    .element(
      findings.getByText(
        'Another lender’s case (Deccan Credit Cards). Don’t mention it in the report.',
      ),
    )
    .toBeVisible();
});

// Covers: evidence-17
test('shows what running checks have found', async () => {
  holdIntervals();
  const { findings, shown } = await open(verificationOf({ evidence: null, evidence_due: true }));
  await expect.element(findings).toMatchTextContent('The checks are running.');
  shown.record = checkedCase([findingOf()]);
  vi.advanceTimersByTime(2_000);
  await expect
    .element(findings.getByText('The agent was at the door for 100 seconds.'))
    .toBeVisible();
});

// Covers: evidence-17
test('shows no findings of a backend without checks', async () => {
  const { findings } = await open(verificationOf());
  await expect.element(findings).not.toBeInTheDocument();
});

const nothingFound = (...checked_parts: EvidencePart[]) => ({
  evidence: { checked_at: '2026-03-05T05:00:00.000Z', findings: [], checked_parts },
});

// Covers: evidence-17, evidence-23
test.each([
  [evidenceOf([]), /^Clear\s*Nothing found\. Checked Mar 5/],
  [nothingFound('place', 'time', 'travel', 'photos'), /^Clear\s*Nothing found\. Checked/],
  [
    nothingFound('time', 'photos'),
    /^Partly checked\s*Nothing found\. Could not be checked: place, travel\. Checked Mar 5/,
  ],
  [nothingFound(), /^Not checked\s*Nothing found\. Could not be checked: place, time, travel,/],
  [
    { evidence: null, evidence_due: false },
    /^Not checked\s*This verification is older than the checks, or the checks failed/,
  ],
])('distinguishes “nothing found” from “not checked”: %#', async (fields, words) => {
  const { findings } = await open(verificationOf(fields));
  await expect.element(findings).toMatchTextContent(words);
});

// Covers: evidence-19
test('dismisses a finding by keyboard, folds it with user and reason, and focuses the next', async () => {
  const { findings, shown, form } = await openDismissal(sameFile(), findingOf());
  let sent: unknown;
  const answered = Promise.withResolvers<void>();
  answer(dismissFinding, async ({ params, body }) => {
    sent = { check: params.check, body };
    await answered.promise;
    const dismissed = { ...dismissedBy('other'), note: 'He sent the wrong file.' };
    shown.record = checkedCase([findingOf(), { ...sameFile(), dismissed }]);
    return done;
  });
  await userEvent.keyboard('p{Enter}');
  await expect.element(form.getByRole('alert')).toMatchTextContent('Choose a reason.');
  await userEvent.keyboard('8');
  await expect.element(form.getByRole('radio', { name: 'Other' })).toBeChecked();
  await form.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(form.getByLabelText('Note')).toHaveFocus();
  await userEvent.keyboard('He sent the wrong file.');
  await form.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  answered.resolve();
  await expect.element(form).not.toBeInTheDocument();
  await expect
    .poll(() => sent)
    .toEqual({
      check: 'photo.same_file',
      body: {
        ...{ because: 'other', note: 'He sent the wrong file.' },
        seen: { level: 'serious', sentence: sameFile().sentence },
      },
    });
  const next = findings
    .getByRole('listitem')
    .filter({ hasText: 'The agent was at the door for 100 seconds.' });
  await expect.element(next).toHaveFocus();
  await findings.getByText('1 dismissed').click();
  await expect.element(findings.getByText('He sent the wrong file.')).toBeVisible();
  await expect.element(findings.getByText('Asha Rao')).toBeVisible();
});

// Covers: evidence-19
test('shows a finding that a colleague dismissed meanwhile as theirs', async () => {
  const { findings, shown, form } = await openDismissal(sameFile());
  answer(dismissFinding, () => {
    shown.record = checkedCase([{ ...sameFile(), dismissed: dismissedBy('explained') }]);
    return failure(409, { code: 'already_dismissed', message: 'Asha Rao already dismissed it.' });
  });
  await userEvent.keyboard('1{Enter}');
  await expect
    .element(form.getByRole('alert'))
    .toMatchTextContent('Asha Rao already dismissed it.');
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect.element(findings).toMatchTextContent(/All findings are dismissed\..*1 dismissed/);
});

// Covers: evidence-22
test('shows a changed finding as it is now, and dismisses only that', async () => {
  const { findings, shown, form } = await openDismissal(findingOf());
  const sent: unknown[] = [];
  const worse = {
    level: 'serious',
    sentence: 'The agent was at the door for 40 seconds.',
  } as const;
  const message = `The finding has changed. It is now: “${worse.sentence}” (Serious).`;
  answer(dismissFinding, ({ body }) => {
    sent.push(body);
    if (sent.length > 1) return done;
    shown.record = checkedCase([findingOf(worse)]);
    return failure(409, { code: 'outdated', message });
  });
  await userEvent.keyboard('1{Enter}');
  await expect.element(form.getByRole('alert')).toMatchTextContent(message);
  await expect.element(findings.getByText(worse.sentence)).toBeVisible();
  await form.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(form).not.toBeInTheDocument();
  const explained = { because: 'explained', note: '' };
  await expect
    .poll(() => sent)
    .toEqual([
      {
        ...explained,
        seen: { level: 'look', sentence: 'The agent was at the door for 100 seconds.' },
      },
      { ...explained, seen: worse },
    ]);
});

// Covers: evidence-20
test('corrects a wrong pin code, and shows the case again after the new check', async () => {
  holdIntervals();
  const { findings, shown, screen } = await open(checkedCase([anotherDistrict()]));
  const sent: unknown[] = [];
  answer(correctPinCode, ({ body }) => {
    sent.push(body);
    if (sent.length === 1) {
      const application_details = detailsOf({ pin_code: '411002' });
      shown.record = checkedCase([anotherDistrict()], { application_details });
      return failure(409, { code: 'outdated', message: 'The pin code was changed to 411002.' });
    }
    const dismissed = dismissedBy('pin_code_wrong');
    shown.record = checkedCase([{ ...anotherDistrict(), dismissed }], { evidence_due: true });
    return done;
  });
  await findings.getByRole('button', { name: 'Correct pin code' }).click();
  const form = screen.getByRole('dialog', { name: 'Correct the pin code' });
  const input = form.getByLabelText('Right pin code');
  await input.fill('04006');
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByText(/^A pin code has six digits/)).toBeVisible();
  await input.fill('400601');
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByRole('alert')).toMatchTextContent('was changed to 411002');
  await expect.element(form.getByText('411002', { exact: true })).toBeVisible();
  await submitAndHold(form, 'Correct', correctPinCode);
  await expect.element(form).not.toBeInTheDocument();
  await expect
    .poll(() => sent)
    .toEqual([
      { pin_code: '400601', instead_of: '411001' },
      { pin_code: '400601', instead_of: '411002' },
    ]);
  await expect.element(findings).toMatchTextContent('The checks are running again.');
  shown.record = checkedCase([{ ...anotherDistrict(), dismissed: dismissedBy('pin_code_wrong') }]);
  vi.advanceTimersByTime(2_000);
  await expect.element(findings.getByText(/^All findings are dismissed/)).toBeVisible();
});

test('does not open a note automatically', async () => {
  const { findings } = await open(checkedCase([findingOf({ level: 'note' })]));
  await expect.element(findings.getByText('Note', { exact: true })).toBeVisible();
  await expect
    .element(findings.getByRole('button', { name: /at the door/ }))
    .toHaveAttribute('aria-expanded', 'false');
});
