import { listAudit } from '@doorstep/contract/audit';
import { checkIds } from '@doorstep/contract/evidence/checks';
import {
  type CheckRecord,
  changeThresholds,
  type EvidenceSummary,
  evidenceSummary,
  type Threshold,
} from '@doorstep/contract/evidence/office';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { expect, test } from 'vitest';
import { listOf, recordBodies } from '../../testing/answers.ts';
import { submitAndHold } from '../../testing/page/submit-and-hold.ts';
import { admin, renderApp } from '../../testing/render-app.tsx';

const thresholdOf = (fields: Partial<Threshold>): Threshold => ({
  ...{ name: 'shortSeconds', checks: ['visit.short'], unit: 's', value: 120, original: 120 },
  ...{ least: 10, most: 1_800, says: 'Short time at the door: time that is worth a look' },
  ...fields,
});
const short = thresholdOf({});
const tooShort = thresholdOf({
  ...{ name: 'tooShortSeconds', says: 'Short time at the door: time that is serious' },
  ...{ value: 30, original: 45, least: 5, most: 600 },
});
const exact = thresholdOf({
  ...{ name: 'exactM', says: 'Worst accuracy of a place that is compared', unit: 'm' },
  ...{ checks: ['place.photos_apart', 'gps.jumps'] },
});

const counts: Partial<Record<CheckRecord['check'], Partial<CheckRecord>>> = {
  'visit.short': { fired: 60, dismissed: 51, confirmed: 2, asks_to_be_loosened: true },
  'photo.same_file': { fired: 8, dismissed: 1, confirmed: 5 },
  'photo.lookalike': { fired: 3, since: '2026-03-01T05:00:00.000Z' },
};
const summaryOf = (more: Partial<EvidenceSummary> = {}): EvidenceSummary => ({
  ...{ days: 30, cases: 1_234, thresholds: [short, tooShort, exact], thresholds_version: 3 },
  checks: checkIds.map((check) => ({
    ...{ check, version: 1, fired: 0, dismissed: 0, confirmed: 0, asks_to_be_loosened: false },
    ...counts[check],
  })),
  changes: [
    {
      ...{ version: 3, at: '2026-03-05T05:00:00.000Z', by: 'Meera Iyer' },
      values: { tooShortSeconds: 30 },
    },
  ],
  ...more,
});

/**
 * Opens the page, by default with the dialog of the check `visit.short`. `sent` collects the bodies of the
 * requests that change thresholds.
 */
async function open(path = '/evidence?check=visit.short', summary = summaryOf()) {
  answer(evidenceSummary, summary);
  const sent = recordBodies(changeThresholds, {
    ...{ success: true, message: 'Thresholds changed.', version: 4 },
  });
  const app = await renderApp(path);
  const field = ({ says }: Threshold) => app.screen.getByLabelText(says, { exact: true });
  const press = (name: string) => app.screen.getByRole('button', { name }).click();
  return { ...app, sent, field, press, save: () => press('Save') };
}

// Covers: evidence-16
test('shows the statistics of each check, with those to be loosened first', async () => {
  const { screen } = await open('/evidence');
  const rows = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((line) =>
        [...line.querySelectorAll('td')]
          .slice(0, 8)
          .map((cell) => cell.textContent)
          .join('|'),
      );
  await expect.poll(() => rows().length).toBe(checkIds.length);
  expect(rows().slice(0, 4)).toEqual([
    'Short time at the door|Should be loosened|60|4.9%|51|85.0%|2|21 changed',
    'Same file in another case||8|0.6%|1|12.5%|5|None',
    'Lookalike photo|Changed Mar 1, 2026|3|–|0|0.0%|0|None',
    'Photo from a messaging app||0|0.0%|0|–|0|None',
  ]);
  await expect
    .element(
      screen.getByText(
        '1,234 cases checked in the last 30 days · thresholds last changed by Meera Iyer, Mar 5, 2026, 10:30 AM',
      ),
    )
    .toBeVisible();
});

// Covers: evidence-16
test('shows a check’s known false alarms and thresholds, with the default of a changed one', async () => {
  const { screen, address } = await open('/evidence');
  await screen.getByRole('button', { name: 'View Short time at the door' }).click();
  await expect.poll(address).toBe('/evidence?check=visit.short');
  const dialog = screen.getByRole('dialog', { name: 'Short time at the door' });
  await expect
    .element(dialog.getByText('The agent started the visit in the app only when leaving the door.'))
    .toBeVisible();
  await expect
    .element(
      dialog.getByText('51 of 60 findings were dismissed. Loosen the thresholds of this check.'),
    )
    .toBeVisible();
  await expect.element(dialog.getByText('10 to 1,800 s')).toBeVisible();
  await expect.element(dialog.getByText('Default 45')).toBeVisible();
  await expect.element(dialog.getByText('Default 120')).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('textbox')).toHaveLength(2);
});

// Covers: evidence-16
test('sends only changes with the revision they are based on, and explains their effect', async () => {
  const { screen, address, sent, field, press } = await open('/evidence');
  await press('Thresholds');
  await expect.poll(address).toBe('/evidence?thresholds=true');
  await field(short).fill('1,500');
  await expect.element(screen.getByText('Default 120')).toBeVisible();
  await press(`Reset to the default: ${tooShort.says}`);
  await expect.element(field(tooShort)).toHaveValue('45');
  answer(evidenceSummary, summaryOf({ thresholds: [{ ...short, value: 1_500 }, tooShort, exact] }));
  await submitAndHold(screen.getByRole('dialog'), 'Save', changeThresholds);
  await expect.element(screen.getByText('Thresholds changed.')).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual([{ version: 3, values: { shortSeconds: 1_500, tooShortSeconds: null } }]);
  await expect.element(screen.getByText(/Earlier cases keep their findings/)).toBeVisible();
  await expect
    .element(screen.getByText(/^npm run recheck -- --since \d{4}-\d\d-\d\d$/))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Close' }).first().click();
  await expect.poll(address).toBe('/evidence');
  await expect.element(screen.getByText('2 changed')).toBeVisible();
});

test('sends nothing without a change', async () => {
  const { address, sent, save } = await open();
  await save();
  await expect.poll(address).toBe('/evidence');
  await expect.poll(() => sent).toEqual([]);
});

test.each(['9', '1801', '', 'two', '-20'])(
  'rejects %o, which is out of bounds, and names the bounds',
  async (text) => {
    const { screen, sent, field, save } = await open();
    await field(short).fill(text);
    await save();
    await expect.element(screen.getByText('Enter a whole number from 10 to 1,800 s')).toBeVisible();
    await expect.element(field(short)).toHaveFocus();
    await expect.poll(() => sent).toEqual([]);
  },
);

// Covers: evidence-16
test('rejects two contradicting thresholds at both, with an error that names both', async () => {
  const thresholds = [short, { ...tooShort, not_above: short.name }];
  const { screen, sent, field, press, save } = await open(undefined, summaryOf({ thresholds }));
  await field(tooShort).fill('600');
  await save();
  const words = (seconds: number, least: number) =>
    `“${tooShort.says}” (${seconds} s) must not be more than “${short.says}” (${least} s).`;
  await expect.poll(() => screen.getByText(words(600, 120)).elements()).toHaveLength(2);
  for (const input of [field(short), field(tooShort)])
    await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => sent).toEqual([]);
  // When one of the two contradicting thresholds changes, the errors at both are updated.
  await field(short).fill('500');
  await expect.poll(() => screen.getByText(words(600, 500)).elements()).toHaveLength(2);
  await press(`Reset to the default: ${tooShort.says}`);
  await expect.poll(() => screen.getByText(/must not be more than/).elements()).toHaveLength(0);
  await save();
  await expect.element(screen.getByText('Thresholds changed.')).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual([{ version: 3, values: { shortSeconds: 500, tooShortSeconds: null } }]);
});

test('keeps a number that the server rejects, with its message', async () => {
  const { screen, field, save } = await open();
  const words = `${short.says}: must be between 20 and 1,800 s.`;
  answer(changeThresholds, () => failure(400, { message: words, errors: { values: [words] } }));
  await field(short).fill('15');
  await save();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words);
  await expect.element(field(short)).toHaveValue('15');
});

// Covers: evidence-16
test('shows and loads a colleague’s change, and keeps the input', async () => {
  const { screen, field, press, save } = await open();
  const message = 'A colleague has changed the thresholds in the meantime.';
  const sent = recordBodies(
    changeThresholds,
    failure(409, { message, code: 'changed_meanwhile' }),
    { success: true, message: 'Thresholds changed.', version: 5 },
  );
  await field(short).fill('90');
  await save();
  await expect.element(screen.getByText(message)).toBeVisible();

  answer(evidenceSummary, () => failure(500));
  await press('Load the newer values');
  await expect.element(screen.getByText(message)).toBeVisible();
  const thresholds = [{ ...short, value: 100 }, { ...tooShort, value: 20 }, exact];
  answer(evidenceSummary, summaryOf({ thresholds_version: 4, thresholds }));
  await press('Load the newer values');
  await expect.element(field(tooShort)).toHaveValue('20');
  await expect.element(field(short)).toHaveValue('90');
  await expect.element(screen.getByText(/current value 100/)).toBeVisible();
  await save();
  await expect.element(screen.getByText('Thresholds changed.')).toBeVisible();
  await expect.poll(() => sent[1]).toEqual({ version: 4, values: { shortSeconds: 90 } });
});

test('marks a threshold of several checks', async () => {
  const { screen } = await open('/evidence?check=gps.jumps');
  await expect.element(screen.getByText('Also used by: Photos far from the visit')).toBeVisible();
});

test('has nothing to save for a check without thresholds', async () => {
  const { screen } = await open('/evidence?check=device.shared');
  await expect.element(screen.getByText('This check has no threshold.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

test('says that no case was checked, and still links to the thresholds', async () => {
  const { screen, field, press } = await open('/evidence', summaryOf({ cases: 0, changes: [] }));
  await expect.element(screen.getByText('No case was checked in the last 30 days')).toBeVisible();
  await press('Thresholds');
  await expect.element(field(short)).toBeVisible();
});

test('shows that it is loading, and offers Retry after a failure', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answer(evidenceSummary, () => promise);
  const { screen } = await renderApp('/evidence');
  await expect.element(screen.getByText('Loading checks...')).toBeInTheDocument();
  resolve(failure(500, { message: 'Out of order.' }));
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Out of order\./);
  answer(evidenceSummary, summaryOf());
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('cell', { name: 'Lookalike photo' })).toBeVisible();
});

test('links to the audit of threshold changes', async () => {
  const asked: Record<string, string>[] = [];
  answer(listAudit, ({ query }) => {
    asked.push(query);
    return listOf([]);
  });
  const { screen } = await open('/evidence');
  await screen.getByRole('link', { name: 'History of changes' }).click();
  await expect.poll(() => asked[0]).toEqual({ page: '1', event: 'evidence.change_thresholds' });
});

test('sends an admin home, without a request', async () => {
  let asked = 0;
  answer(evidenceSummary, () => {
    asked += 1;
    return summaryOf();
  });
  const { address } = await renderApp('/evidence', admin);
  await expect.poll(address).toBe('/home');
  await expect.poll(() => asked).toBe(0);
});

test('says when the backend has no evidence checks', async () => {
  answer(evidenceSummary, () => failure(404));
  const { screen } = await renderApp('/evidence');
  await expect.element(screen.getByText('This server has no evidence checks')).toBeVisible();
});
