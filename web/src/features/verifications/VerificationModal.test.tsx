import { relatedApplicants } from '@doorstep/contract/applicants';
import { verificationHistory } from '@doorstep/contract/audit';
import { generatePdf, simpleGenerate } from '@doorstep/contract/reports';
import { listReportVersions } from '@doorstep/contract/reports/versions';
import { answer, failure } from '@doorstep/contract/testing/backend';
import {
  decideVerification,
  getVerification,
  listVerifications,
  type Verification,
} from '@doorstep/contract/verifications';
import { listApplicantVisits } from '@doorstep/contract/visits/visit';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listOf, recordBodies } from '../../testing/answers.ts';
import { relatedOf } from '../../testing/applicants.ts';
import { pdf, watchDownloads } from '../../testing/page/downloads.ts';
import { expectShownBy } from '../../testing/page/expect-shown-by.ts';
import { openForm, openRecord } from '../../testing/page/open-record.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  decidedBy,
  detailsOf,
  verificationOf,
  verificationRow,
  versionOf,
} from '../../testing/verifications.ts';
import { visitOf } from '../../testing/visits.ts';

const submittedAt = '2026-03-05T05:00:00.000Z';
const submitted = 'Mar 5, 2026, 10:30 AM';
const saved = watchDownloads();

beforeEach(() => {
  answer(listVerifications, listOf([verificationRow()]));
  answer(getVerification, verificationOf());
});

/** Opens a record. `shown` returns the labels and values of a section. */
async function openSections(fields: Partial<Verification> = {}) {
  const app = await openRecord(fields);
  const shown = (title: string) => {
    const section = app.dialog.getByRole('heading', { name: title }).element().closest('section');
    return [...(section?.querySelectorAll('dt') ?? [])].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
  };
  return { ...app, shown };
}

// Covers: verifications-9, verifications-11, verifications-15
test('shows every field of a record, with a dash for empty ones', async () => {
  const { shown, dialog } = await openSections({ longitude: 73.856678912 });
  await expect.element(dialog.getByText('रमेश कुमार शर्मा · HL-1 · RESIDENCE')).toBeVisible();
  expect(shown('Verification Details')).toEqual([
    ['Observation', 'Approved'],
    ['Remark', 'Met in person.'],
    ['Neighbour 1 Name', 'Sushila Devi'],
    ['Neighbour 1 Feedback', 'Knows the family well.'],
    ['Neighbour 2 Name', '-'],
    ['Neighbour 2 Feedback', '-'],
    ['Verification Address', '12 Temple Road, Pune'],
    ['Latitude', '18.5204'],
    ['Longitude', '73.85668'],
    ['Submission Time', submitted],
    ['Agent Name', 'Rekha Thomas'],
    ['Applicant Name', 'रमेश कुमार शर्मा'],
    ['Application ID', 'HL-1'],
    ['Verification ID', '501'],
  ]);
  expect(shown('Applicant Information')).toEqual(
    expect.arrayContaining([
      ['ID', '10001'],
      ['Pin Code', '411001'],
      ['Visit Type', 'RESIDENCE'],
      ['Message', '-'],
      ['Created At', submitted],
    ]),
  );
  expect(shown('Agent Details')).toEqual([
    ['ID', '1005'],
    ['Email', 'rekha@doorstep.test'],
    ['Mobile', '9000000138'],
    ['Is Assigned', 'Yes'],
  ]);
});

// Covers: held-visits-2
test('shows when and by whom the visit of a settled held visit was made', async () => {
  const event = {
    ...{ id: 1, at: '2026-03-07T05:00:00.000Z', action: 'create', subject: 'verification' },
    ...{ subject_id: 501, before: null, after: { outcome: 'met' }, address: null },
    ...{ actor: { id: 2, name: 'Arjun Mehta' }, visited_by: { id: 7, name: 'Asha Rao' } },
  };
  answer(verificationHistory, { results: [event], people: [] });
  const { shown, dialog } = await openSections(
    verificationOf({
      visited_at: '2026-03-05T04:00:00.000Z',
      submitted_at: '2026-03-07T05:00:00.000Z',
    }),
  );
  expect(shown('Verification Details')).toEqual(
    expect.arrayContaining([
      ['Visit Time', 'Mar 5, 2026, 9:30 AM'],
      ['Submission Time', 'Mar 7, 2026, 10:30 AM'],
    ]),
  );
  await expect
    .element(dialog.getByRole('list', { name: 'History' }).getByRole('listitem'))
    .toMatchTextContent(/Submitted a verificationMet · recorded by Arjun MehtaAsha Rao$/);
});

// Covers: verifications-10
test('the history says how a second look, a call-back and a dispute ended, in words', async () => {
  const asha = { id: 2, name: 'Asha Rao' };
  const event = (id: number, action: string, after: object) => ({
    ...{ id, at: submittedAt, actor: asha, action, subject: 'verification', subject_id: 501 },
    ...{ address: null, before: null, after: { ...after } },
  });
  answer(verificationHistory, {
    results: [
      { ...event(4, 'create', { version: 2 }), subject: 'report' },
      event(3, 'dispute', { because: 'not_visited' }),
      event(2, 'record_callback', { result: 'denies_visit', is_closed: true }),
      event(1, 'first_look', { decision: 'positive', because: 'finding' }),
    ],
    people: [],
  });
  const { dialog } = await openRecord();
  const list = dialog.getByRole('list', { name: 'History' });
  for (const words of [
    'Made a reportVersion 2',
    'The applicant was not visited',
    'Denies the visit',
    'Positive · Serious finding',
  ])
    await expect.element(list).toMatchTextContent(new RegExp(words));
});

// Covers: verifications-10
test('shows a value once, unless a backend has a different one', async () => {
  const { dialog, shown } = await openSections();
  expect(shown('Applicant Information').map(([label]) => label)).not.toContain('Application ID');
  const rows = dialog.getByRole('definition').elements();
  expect(rows.filter((row) => row.textContent === 'HL-1')).toHaveLength(1);
});

// Covers: verifications-10
test.each([
  ['Address', { address: '12 Temple Road, Pune' }, undefined],
  ['Address', { address: '12 Temple Road, Pune 411001' }, '12 Temple Road, Pune 411001'],
  ['Name', { name: 'Somebody Else' }, 'Somebody Else'],
])('shows another %s of the application, %o', async (label, fields, value) => {
  const { shown } = await openSections({ application_details: detailsOf(fields) });
  const rows = shown('Applicant Information').filter(([name]) => name === label);
  expect(rows).toEqual(value ? [[label, value]] : []);
});

// Covers: visits-shown-4
test('shows what was not taken next to the photos, and why the place is inaccurate next to the place', async () => {
  const own = { standing: 'counted' as const, held_because: null, verification_id: 501 };
  const skipped = { shows: 'nameplate' as const, reason: 'not_visible' as const };
  answer(listApplicantVisits, {
    results: [visitOf({ ...own, photos_skipped: [skipped], place_reason: 'Under a metal roof' })],
  });
  const { dialog, shown } = await openSections();
  await expect.element(dialog.getByText('Not taken: name plate, not visible')).toBeVisible();
  expect(shown('Verification Details').slice(-6, -5)).toEqual([
    ['Reason for Inaccurate Place', 'Under a metal roof'],
  ]);
  await expect
    .element(dialog.getByRole('heading', { name: 'Other Visits' }))
    .not.toBeInTheDocument();
});

// Covers: facts-7
test('names the person met', async () => {
  const facts = { person_met: 'Hema Raghavan', relationWithApp: 'Self' };
  const { shown } = await openSections({ facts });
  expect(shown('Verification Details')).toContainEqual([
    'Person Met',
    'Hema Raghavan, the applicant',
  ]);
});

const sunita = { person_met: 'Sunita Verma', relationWithApp: 'Spouse' };
const signed = {
  ...({ answer: 'signed', at: '2026-03-05T05:10:00.000Z', words: 'I agree.' } as const),
  url: '/api/v1/media/photo/0198c0de-0000-4000-8000-000000000007/screen',
};
const declined = { ...signed, answer: 'declined' } as const;

test.each([
  [
    'this visit',
    { facts: sunita, signature: signed },
    /^Signed by Sunita Verma, spouse, Mar 5, 2026, .*I agree\.$/,
  ],
  [
    'the visit that it completes',
    { facts: {}, earlier_answers: sunita, signature: signed },
    /^Signed by Sunita Verma, spouse, /,
  ],
  ['a visit without one', { signature: declined }, /^Did not want to sign$/],
])('shows the signature of %s', async (_, fields, words) => {
  const { dialog, shown } = await openSections(fields);
  const [, text] = shown('Verification Details').find(([label]) => label === 'Signature') ?? [];
  expect(text).toMatch(words);
  const picture = dialog.getByRole('img', { name: /^Signature of Sunita Verma, spouse/ });
  await expect.element(picture).toHaveLength(fields.signature === signed ? 1 : 0);
});

// Covers: verifications-10, dialogs-6
test.each([
  [1366, 768],
  [683, 384],
  [390, 844],
])(
  'shows the decision and its buttons at %i x %i without cutting anything',
  async (width, height) => {
    await page.viewport(width, height);
    onTestFinished(() => page.viewport(1366, 768));
    answer(listReportVersions, { results: [versionOf()] });
    const { dialog } = await openRecord(decidedBy(2, 'Arjun Mehta', 'positive', submittedAt));
    await expect
      .element(dialog.getByRole('table', { name: 'Report versions' }))
      .toBeInTheDocument();
    const footer = dialog.element().querySelector('footer') as HTMLElement;
    expect(footer.textContent).toContain(`Positiveby Arjun Mehta, ${submitted}`);
    for (const one of footer.querySelectorAll('button')) {
      await expect.element(one).toBeInViewport({ ratio: 1 });
    }
    const cut = [...dialog.element().querySelectorAll<HTMLElement>('*')].filter(
      (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto',
    );
    expect(cut.map((one) => one.getAttribute('aria-label'))).toEqual([]);
  },
);

// Covers: verifications-14
test('shows the review with any additional fields of a backend', async () => {
  const { admin_reviewed_details: review } = decidedBy(2, 'Arjun Mehta', 'negative', submittedAt);
  const more = { ...review, branch_code: 'PUN-7' } as typeof review;
  const { shown } = await openSections({ admin_reviewed_details: more });
  expect(shown('Admin Review Details')).toEqual([
    ['Admin ID', '2'],
    ['Admin Decision', 'Negative'],
    ['Decision Date', submitted],
    ['Decision Notes', '-'],
    ['Reviewed By', 'Arjun Mehta'],
    ['Is Approved', 'No'],
    ['Branch Code', 'PUN-7'],
  ]);
});

// Covers: verifications-14
test('omits missing parts', async () => {
  const { dialog } = await openRecord({ application_details: null, agent_details: null });
  for (const title of ['Applicant Information', 'Agent Details', 'Admin Review Details']) {
    await expect.element(dialog.getByRole('heading', { name: title })).not.toBeInTheDocument();
  }
});

// Covers: verifications-13
test.each([
  ['positive', 'Approved', 'text-positive'],
  ['negative', 'Rejected', 'text-negative'],
  ['unclear', 'Rejected', 'text-negative'],
])('shows the observation %s as %s, in its colour', async (observation, text, colour) => {
  const { dialog } = await openRecord({ overall_observation: observation as 'positive' });
  const badge = dialog.getByText(text, { exact: true }).element().parentElement;
  await expect.element(badge).toHaveClass(colour);
});

// Covers: verifications-18
test.each([
  ['RESIDENCE VISIT', 'RESIDENCE'],
  ['OFFICE', 'OFFICE'],
  ['', 'professional'],
])(
  'requests the PDF of a visit of type "%s" as %s, named after the application',
  async (type, sent) => {
    const asked = recordBodies(generatePdf, pdf());
    const { dialog } = await openRecord({ application_details: detailsOf({ visit_type: type }) });
    await dialog.getByRole('button', { name: 'Download PDF', exact: true }).click();
    await expect.poll(() => saved).toEqual(['HL-1.pdf']);
    await expect
      .poll(() => asked)
      .toEqual([{ application_id: 'HL-1', template_type: sent, applicant_id: 10001 }]);
  },
);

// Covers: verifications-19
test('alerts until OK if the PDF can’t be made', async () => {
  answer(generatePdf, failure(500));
  const { dialog, screen } = await openRecord();
  await dialog.getByRole('button', { name: 'Download PDF', exact: true }).click();
  const words = screen
    .getByRole('alertdialog')
    .getByText('Failed to download PDF. Please try again later.');
  await expect.element(words).toBeVisible();
  await screen.getByRole('button', { name: 'OK' }).click();
  await expect.element(words).not.toBeInTheDocument();
});

// Covers: verifications-19
test('ties a download to its case: the next case is free, and does not show its failure', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(generatePdf, () => promise);
  const { dialog, screen, address } = await openRecord({ applicant: 'Asha Rao' }, [
    ...[501, 500].map((verification_id) => verificationRow({ verification_id })),
  ]);
  await dialog.getByRole('button', { name: 'Download PDF', exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Downloading...' })).toBeVisible();
  const next = dialog.getByRole('button', { name: 'Next case' });
  await expect.element(next).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('j');
  await expect.poll(address).toBe('/verification?view=500');
  await expect
    .element(dialog.getByRole('button', { name: 'Download PDF', exact: true }))
    .toBeVisible();
  resolve(failure(500));
  await expect
    .element(screen.getByText('Asha Rao: Failed to download PDF. Please try again later.'))
    .toBeVisible();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
});

// Covers: applicants-9
test('links the other contact points to their verification, or to the unvisited applicant', async () => {
  const own = { applicant_name: 'रमेश कुमार शर्मा' };
  answer(relatedApplicants, {
    results: [
      relatedOf({ ...own, id: 10002 }),
      relatedOf({
        ...{ ...own, id: 10003, visit_type: 'OFFICE 2', status: 'assigned' },
        ...{ verification_id: null, visited_at: null },
      }),
    ],
  });
  const { dialog, address } = await openRecord();
  const others = dialog.getByRole('list', { name: 'Also under this application' });
  await expect
    .element(others.getByRole('link', { name: 'OFFICE 2' }))
    .toHaveAttribute('href', '/applicants?view=10003');
  await others.getByRole('link', { name: 'OFFICE', exact: true }).click();
  await expect.poll(address).toBe('/verification?view=10502');
});

// Covers: report-form-1, report-form-17
test('opens the form on Edit & Download PDF, 90 % high and at most 64 rem wide', async () => {
  const { screen, dialog, address } = await openRecord();
  await dialog.getByRole('button', { name: 'Edit & Download PDF' }).click();
  await expect.poll(address).toBe('/verification?form=501');
  const form = screen.getByRole('dialog', { name: 'Residence Verification Form' });
  await expect.element(form).toBeVisible();
  await expect.poll(() => form.element().getAnimations({ subtree: true }).length).toBe(0);
  const frame = form.element().parentElement as HTMLElement;
  expect(frame.offsetHeight).toBeCloseTo(innerHeight * 0.9, 0);
  expect(getComputedStyle(frame).maxWidth).toBe('1024px');
});

// Covers: report-form-15
test('is busy on Save & Download until the file is there, named after the applicant', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(simpleGenerate, () => promise);
  const { dialog: form, save } = await openForm({ applicant: 'Asha Rao' });
  await save();
  await expect.element(form.getByRole('button', { name: 'Downloading...' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(form).toBeVisible();
  resolve(pdf());
  await expect.element(form).not.toBeInTheDocument();
  expect(saved).toEqual(['Asha_Rao_residence.pdf']);
});

// Covers: deciding-1
test('is busy while a decision is stored; Cancel works before', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(decideVerification, () => promise);
  const { screen, address, router } = await renderApp('/verification?decide=501');
  const dialog = screen.getByRole('dialog', { name: 'Update Admin Decision' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(address).toBe('/verification');
  await router.navigate({ to: '/verification', search: { decide: '501' } });
  await dialog.getByText('Positive', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.element(dialog.getByRole('button', { name: 'Updating...' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  resolve(Response.json({ success: true, message: 'Stored.' }));
  await expect.element(dialog.getByText('Stored.')).toBeVisible();
});

// Covers: verifications-4
test.each([
  ['  THOMAS ', 'agent'],
  ['hl-2', 'application id'],
  ['512', 'verification id'],
  ['kavya', 'applicant'],
])('finds "%s" by %s in the list of a backend without search', async (search) => {
  const others = Array.from({ length: 11 }, (_, index) =>
    verificationRow({ verification_id: index + 1, applicant: 'Other', agent: 'Other' }),
  );
  const found = { verification_id: 512, applicant_ids: 'HL-2', applicant: 'Kavya Nair' };
  answer(listVerifications, listOf([...others, verificationRow(found)]));
  const { screen } = await renderApp(`/verification?search=${encodeURIComponent(search)}`);
  await expect.element(screen.getByText('Kavya Nair')).toBeVisible();
  await expect.element(screen.getByRole('row')).toHaveLength(2);
});

// Covers: dialogs-5
test('sends the seen state with a decision, and shows a colleague’s decision first', async () => {
  let stored = verificationOf();
  const sent: unknown[] = [];
  const isLoaded = Promise.withResolvers<void>();
  answer(getVerification, async () => {
    if (stored.admin_decision === 'positive') await isLoaded.promise;
    return stored;
  });
  answer(decideVerification, ({ body }) => {
    sent.push(body);
    return (body as { updated_at: string }).updated_at === stored.updated_at
      ? { success: true as const, message: 'Stored.' }
      : failure(409, { message: 'Someone else changed it meanwhile.', code: 'changed_meanwhile' });
  });
  const { screen } = await renderApp('/verification?decide=501');
  const dialog = screen.getByRole('dialog', { name: 'Update Admin Decision' });
  await dialog.getByText('Negative', { exact: true }).click();
  stored = { ...stored, admin_decision: 'positive', updated_at: '2026-03-06T05:00:00.000Z' };
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect.element(dialog.getByText('Someone else changed it meanwhile.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Load the newer values' }).click();
  const update = dialog.getByRole('button', { name: 'Update', exact: true });
  await expect.element(update).toBeDisabled();
  isLoaded.resolve();
  await expect.element(dialog.getByText('Positive').first()).toBeVisible();
  await expect.element(dialog.getByText('Someone else')).not.toBeInTheDocument();
  await expectShownBy(update.click(), dialog.getByText('Stored.'));
  // The dialog has sent the rejected decision, its direct retry, and the intended decision.
  const first = { decision: 'negative', updated_at: submittedAt };
  await expect
    .poll(() => sent)
    .toEqual([first, first, { ...first, updated_at: stored.updated_at }]);
});

// Covers: deciding-5
test('says that the verification to decide does not exist', async () => {
  answer(getVerification, () => failure(404, { message: 'There is no such verification.' }));
  const { screen } = await renderApp('/verification?decide=999');
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toMatchTextContent(/There is no such verification\./);
});
