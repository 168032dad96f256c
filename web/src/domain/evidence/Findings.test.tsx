import type { EvidencePart } from '@doorstep/contract/evidence/checks';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { correctPinCode, dismissFinding } from '@doorstep/contract/evidence/office';
import { answer, failure } from '@doorstep/contract/testing/backend';
import {
  getVerification,
  listVerifications,
  type Verification,
} from '@doorstep/contract/verifications';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anotherDistrict, checkedCase, findingOf, sameFile } from '../../testing/evidence.ts';
import { holdIntervals } from '../../testing/page/page-clock.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { verificationOf, verificationRow } from '../../testing/verifications.ts';

const done = { success: true as const, message: 'Dismissed.' };
const dismissedBy = (because: NonNullable<Finding['dismissed']>['because']) => ({
  ...{ by: 'Asha Rao', at: '2026-03-05T06:00:00.000Z', because, note: '' },
});

beforeEach(async () => {
  await page.viewport(1366, 768);
  answer(listVerifications, { results: [verificationRow()], count: 1, next: null, previous: null });
});

/** Opens a case in the record's dialog. To change the server's later answers, change `shown.record`. */
async function open(record: Verification) {
  const shown = { record };
  answer(getVerification, () => shown.record);
  const { screen } = await renderApp('/verification?view=501');
  const dialog = screen.getByRole('dialog', { name: 'Verification' });
  await expect.element(dialog.getByText('Verification Details')).toBeVisible();
  return {
    screen,
    shown,
    dialog,
    findings: dialog.getByRole('region', { name: 'Findings' }),
  };
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
  await expect
    .element(findings.getByRole('img', { name: 'The visit, Photo 2, drawn to scale' }))
    .toBeVisible();
  await findings.getByText('When is this finding wrong?').click();
  await expect
    .element(findings.getByText(/finished the visit in the app after leaving/))
    .toBeVisible();

  await findings.getByRole('button', { name: short.sentence }).click();
  await expect.element(findings.getByText('Mar 5, 2026, 10:31:45 AM')).toBeVisible();
});

// Covers: evidence-17
test('names some of many related cases, and says how many more there are', async () => {
  const cases = [402, 403].map((verification_id) => ({
    ...(sameFile().cases[0] as Finding['cases'][number]),
    verification_id,
  }));
  const desk = { check: 'place.one_desk', sentence: '16 other visits were made from here too.' };
  const many = findingOf({ ...(desk as Partial<Finding>), cases, more_cases: 14 });
  const { findings, screen } = await open(checkedCase([many]));
  await expect
    .element(findings.getByRole('listitem').last())
    .toMatchTextContent('and 14 more cases');
  await screen.unmount();
  const few = await open(checkedCase([{ ...many, more_cases: 0 }]));
  await expect.element(few.findings.getByText('Hemant Kale').first()).toBeVisible();
  await expect.element(few.findings.getByText(/ more case/)).not.toBeInTheDocument();
});

// Covers: evidence-17
test('shows two of six related cases, and the others on request', async () => {
  const cases = [402, 403, 404, 405, 406, 407].map((verification_id) => ({
    ...(sameFile().cases[0] as Finding['cases'][number]),
    ...{ verification_id, applicant: `Applicant ${verification_id}` },
  }));
  const copied = findingOf({ ...{ check: 'facts.copied', photos: [], cases, more_cases: 22 } });
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
    checkedCase([sameFile({ portfolio_name: 'Deccan Credit Cards' })]),
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
test('distinguishes “nothing found” from “not checked”, and shows nothing on other backends', async () => {
  holdIntervals();
  const clear = await open(checkedCase([]));
  await expect.element(clear.findings).toMatchTextContent(/Clear\s*Nothing found\. Checked Mar 5/);
  await clear.screen.unmount();
  const fresh = await open(verificationOf({ evidence: null, evidence_due: true }));
  await expect.element(fresh.findings).toMatchTextContent('The checks are running.');
  fresh.shown.record = checkedCase([findingOf()]);
  vi.advanceTimersByTime(2_000);
  await expect
    .element(fresh.findings.getByText('The agent was at the door for 100 seconds.'))
    .toBeVisible();
  await fresh.screen.unmount();
  const old = await open(verificationOf({ evidence: null, evidence_due: false }));
  await expect
    .element(old.findings)
    .toMatchTextContent(
      /Not checked\s*This verification is older than the checks, or the checks failed/,
    );
  await old.screen.unmount();
  const elsewhere = await open(verificationOf());
  await expect.element(elsewhere.findings).not.toBeInTheDocument();
});

// Covers: evidence-23
test('says which checks could not be made', async () => {
  const evidence = { ...{ checked_at: '2026-03-05T05:00:00.000Z', findings: [] } };
  const parts = (...checked_parts: EvidencePart[]) =>
    checkedCase([], { evidence: { ...evidence, checked_parts } });
  const partly = await open(parts('time', 'photos'));
  await expect
    .element(partly.findings)
    .toMatchTextContent(
      /^Partly checked\s*Nothing found\. Could not be checked: place, travel\. Checked Mar 5/,
    );
  await partly.screen.unmount();
  const nothing = await open(parts());
  await expect
    .element(nothing.findings)
    .toMatchTextContent(
      /^Not checked\s*Nothing found\. Could not be checked: place, time, travel,/,
    );
  await nothing.screen.unmount();
  const wholly = await open(parts('place', 'time', 'travel', 'photos'));
  await expect.element(wholly.findings).toMatchTextContent(/^Clear\s*Nothing found\. Checked/);
});

// Covers: evidence-19
test('dismisses a finding by keyboard, folds it with user and reason, and focuses the next', async () => {
  const { findings, shown, screen } = await open(checkedCase([sameFile(), findingOf()]));
  let sent: unknown;
  answer(dismissFinding, ({ params, body }) => {
    sent = { check: params.check, body };
    const dismissed = { ...dismissedBy('other'), note: 'He sent the wrong file.' };
    shown.record = checkedCase([findingOf(), { ...sameFile(), dismissed }]);
    return done;
  });
  await findings.getByRole('button', { name: 'Dismiss' }).click();
  const form = screen.getByRole('dialog', { name: /^Dismiss/ });
  await expect.element(form).toBeVisible();
  await userEvent.keyboard('p{Enter}');
  await expect.element(form.getByRole('alert')).toMatchTextContent('Choose a reason.');
  await userEvent.keyboard('8');
  await expect.element(form.getByRole('radio', { name: 'Other' })).toBeChecked();
  await form.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(form.getByLabelText('Note')).toHaveFocus();
  await userEvent.keyboard('He sent the wrong file.');
  await form.getByRole('button', { name: 'Dismiss' }).click();
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
  const { findings, shown, screen } = await open(checkedCase([sameFile()]));
  answer(dismissFinding, () => {
    shown.record = checkedCase([{ ...sameFile(), dismissed: dismissedBy('explained') }]);
    return failure(409, {
      code: 'already_dismissed',
      message: 'Asha Rao already dismissed this finding.',
    });
  });
  await findings.getByRole('button', { name: 'Dismiss' }).click();
  const form = screen.getByRole('dialog', { name: /^Dismiss/ });
  await expect.element(form).toBeVisible();
  await userEvent.keyboard('1{Enter}');
  await expect
    .element(form.getByRole('alert'))
    .toMatchTextContent('Asha Rao already dismissed this finding.');
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect.element(findings).toMatchTextContent(/All findings are dismissed\..*1 dismissed/);
});

// Covers: evidence-22
test('shows a changed finding as it is now, and dismisses only that', async () => {
  const { findings, shown, screen } = await open(checkedCase([findingOf()]));
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
  await findings.getByRole('button', { name: 'Dismiss' }).click();
  const form = screen.getByRole('dialog', { name: /^Dismiss/ });
  await expect.element(form).toBeVisible();
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
  const details = shown.record.application_details;
  const withPin = (pin_code: string) => details && { ...details, pin_code };
  answer(correctPinCode, ({ body }) => {
    sent.push(body);
    if (sent.length === 1) {
      shown.record = checkedCase([anotherDistrict()], { application_details: withPin('411002') });
      return failure(409, {
        code: 'outdated',
        message: 'The pin code of Asha was changed to 411002.',
      });
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
  await form.getByRole('button', { name: 'Correct' }).click();
  await expect.element(form).not.toBeInTheDocument();
  await expect
    .poll(() => sent)
    .toEqual([
      { pin_code: '400601', instead_of: '411001' },
      { pin_code: '400601', instead_of: '411002' },
    ]);
  await expect.element(findings).toMatchTextContent('The changes are being checked.');
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
