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
import { admin, renderApp } from '../../testing/render-app.tsx';

const recordOf = (check: CheckRecord['check'], more: Partial<CheckRecord> = {}): CheckRecord => ({
  ...{ check, version: 1, fired: 0, dismissed: 0, confirmed: 0, asks_to_be_loosened: false },
  ...more,
});

const short: Threshold = {
  name: 'shortSeconds',
  checks: ['visit.short'],
  says: 'Short time at the door: time that is worth a look',
  unit: 's',
  value: 120,
  original: 120,
  least: 10,
  most: 1_800,
};
const tooShort: Threshold = {
  ...short,
  name: 'tooShortSeconds',
  says: 'Short time at the door: time that is serious',
  value: 30,
  original: 45,
  least: 5,
  most: 600,
};
const exact: Threshold = {
  ...short,
  name: 'exactM',
  checks: ['place.photos_apart', 'gps.jumps'],
  says: 'Worst accuracy of a place that is compared',
  unit: 'm',
  value: 100,
  original: 100,
  most: 1_000,
};

const summaryOf = (more: Partial<EvidenceSummary> = {}): EvidenceSummary => ({
  days: 30,
  cases: 1_234,
  checks: checkIds.map((check) =>
    check === 'visit.short'
      ? recordOf(check, { fired: 60, dismissed: 51, confirmed: 2, asks_to_be_loosened: true })
      : check === 'photo.same_file'
        ? recordOf(check, { fired: 8, dismissed: 1, confirmed: 5 })
        : check === 'photo.lookalike'
          ? recordOf(check, { fired: 3, since: '2026-03-01T05:00:00.000Z' })
          : recordOf(check),
  ),
  thresholds: [short, tooShort, exact],
  thresholds_version: 3,
  changes: [
    {
      version: 3,
      at: '2026-03-05T05:00:00.000Z',
      by: 'Meera Iyer',
      values: { tooShortSeconds: 30 },
    },
  ],
  ...more,
});

function take() {
  const sent: unknown[] = [];
  answer(changeThresholds, ({ body }) => {
    sent.push(body);
    const { version } = body as { version: number };
    return { success: true, message: 'Thresholds changed.', version: version + 1 };
  });
  return sent;
}

// Covers: evidence-16
test('shows the statistics of each check, with those to be loosened first', async () => {
  answer(evidenceSummary, summaryOf());
  const { screen } = await renderApp('/evidence');
  const cells = () =>
    screen
      .getByRole('row')
      .elements()
      .slice(1)
      .map((line) => [...line.querySelectorAll('td')].slice(0, 8).map((cell) => cell.textContent));
  await expect.poll(() => cells().length).toBe(checkIds.length);
  expect(cells().slice(0, 4)).toEqual([
    [
      'Short time at the door',
      'Should be loosened',
      '60',
      '4.9%',
      '51',
      '85.0%',
      '2',
      '21 changed',
    ],
    ['Same file in another case', '', '8', '0.6%', '1', '12.5%', '5', 'None'],
    ['Lookalike photo', 'Changed Mar 1, 2026', '3', '–', '0', '0.0%', '0', 'None'],
    ['Photo from a messaging app', '', '0', '0.0%', '0', '–', '0', 'None'],
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
  answer(evidenceSummary, summaryOf());
  const { screen, address } = await renderApp('/evidence');
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
  answer(evidenceSummary, summaryOf());
  const sent = take();
  const { screen, address } = await renderApp('/evidence');
  await screen.getByRole('button', { name: 'Thresholds' }).click();
  await expect.poll(address).toBe('/evidence?thresholds=true');
  const dialog = screen.getByRole('dialog', { name: 'Thresholds' });
  await dialog.getByLabelText(short.says, { exact: true }).fill('1,500');
  await expect.element(dialog.getByText('Default 120')).toBeVisible();
  await dialog.getByRole('button', { name: `Reset to the default: ${tooShort.says}` }).click();
  await expect.element(dialog.getByLabelText(tooShort.says, { exact: true })).toHaveValue('45');
  answer(evidenceSummary, summaryOf({ thresholds: [{ ...short, value: 1_500 }, tooShort, exact] }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Thresholds changed.')).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual([{ version: 3, values: { shortSeconds: 1_500, tooShortSeconds: null } }]);
  await expect.element(dialog.getByText(/Earlier cases keep their findings/)).toBeVisible();
  await expect
    .element(dialog.getByText(/^npm run recheck -- --since \d{4}-\d\d-\d\d$/))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect.poll(address).toBe('/evidence');
  await expect.element(screen.getByText('2 changed')).toBeVisible();
});

test('sends nothing without a change', async () => {
  answer(evidenceSummary, summaryOf());
  const sent = take();
  const { screen, address } = await renderApp('/evidence?check=visit.short');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(address).toBe('/evidence');
  await expect.poll(() => sent).toEqual([]);
});

test.each(['9', '1801', '', 'two', '-20'])(
  'rejects %o, which is out of bounds, and names the bounds',
  async (text) => {
    answer(evidenceSummary, summaryOf());
    const sent = take();
    const { screen } = await renderApp('/evidence?check=visit.short');
    const input = screen.getByLabelText(short.says, { exact: true });
    await input.fill(text);
    await screen.getByRole('button', { name: 'Save' }).click();
    await expect.element(screen.getByText('Enter a whole number from 10 to 1,800 s')).toBeVisible();
    await expect.element(input).toHaveFocus();
    await expect.poll(() => sent).toEqual([]);
  },
);

// Covers: evidence-16
test('rejects two contradicting thresholds at both, with an error that names both', async () => {
  answer(
    evidenceSummary,
    summaryOf({ thresholds: [short, { ...tooShort, not_above: short.name }] }),
  );
  const sent = take();
  const { screen } = await renderApp('/evidence?check=visit.short');
  const [look, serious] = [short, tooShort].map(({ says }) =>
    screen.getByLabelText(says, { exact: true }),
  );
  await serious?.fill('600');
  await screen.getByRole('button', { name: 'Save' }).click();
  const words = (seconds: number, least: number) =>
    `“${tooShort.says}” (${seconds} s) must not be more than “${short.says}” (${least} s).`;
  await expect.poll(() => screen.getByText(words(600, 120)).elements()).toHaveLength(2);
  for (const input of [look, serious]) {
    await expect
      .element(input as NonNullable<typeof input>)
      .toHaveAttribute('aria-invalid', 'true');
  }
  await expect.poll(() => sent).toEqual([]);
  // A change of one threshold updates the errors of both thresholds.
  await look?.fill('500');
  await expect.poll(() => screen.getByText(words(600, 500)).elements()).toHaveLength(2);
  await screen.getByRole('button', { name: `Reset to the default: ${tooShort.says}` }).click();
  await expect.poll(() => screen.getByText(/must not be more than/).elements()).toHaveLength(0);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Thresholds changed.')).toBeVisible();
  await expect
    .poll(() => sent)
    .toEqual([{ version: 3, values: { shortSeconds: 500, tooShortSeconds: null } }]);
});

test('keeps a number that the server rejects, with its message', async () => {
  answer(evidenceSummary, summaryOf());
  const words = `${short.says}: must be between 20 and 1,800 s.`;
  answer(changeThresholds, () => failure(400, { message: words, errors: { values: [words] } }));
  const { screen } = await renderApp('/evidence?check=visit.short');
  await screen.getByLabelText(short.says, { exact: true }).fill('15');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(words);
  await expect.element(screen.getByLabelText(short.says, { exact: true })).toHaveValue('15');
});

// Covers: evidence-16
test('shows and loads a colleague’s change, and keeps the input', async () => {
  answer(evidenceSummary, summaryOf());
  const message =
    'A colleague has changed the thresholds in the meantime. Check the new values, then save again.';
  answer(changeThresholds, () => failure(409, { message, code: 'changed_meanwhile' }));
  const { screen } = await renderApp('/evidence?check=visit.short');
  await screen.getByLabelText(short.says, { exact: true }).fill('90');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(message)).toBeVisible();

  answer(evidenceSummary, () => failure(500));
  await screen.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(screen.getByText(message)).toBeVisible();
  answer(
    evidenceSummary,
    summaryOf({
      thresholds_version: 4,
      thresholds: [{ ...short, value: 100 }, { ...tooShort, value: 20 }, exact],
    }),
  );
  const sent = take();
  await screen.getByRole('button', { name: 'Load the newer values' }).click();
  await expect.element(screen.getByLabelText(tooShort.says, { exact: true })).toHaveValue('20');
  await expect.element(screen.getByLabelText(short.says, { exact: true })).toHaveValue('90');
  await expect.element(screen.getByText(/current value 100/)).toBeVisible();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Thresholds changed.')).toBeVisible();
  await expect.poll(() => sent).toEqual([{ version: 4, values: { shortSeconds: 90 } }]);
});

test('marks a threshold of several checks, and has nothing to save for a check without thresholds', async () => {
  answer(evidenceSummary, summaryOf());
  const { screen } = await renderApp('/evidence?check=gps.jumps');
  await expect.element(screen.getByText('Also used by: Photos far from the visit')).toBeVisible();
  const other = await renderApp('/evidence?check=device.shared');
  await expect.element(other.screen.getByText('This check has no threshold.')).toBeVisible();
  await expect
    .element(
      other.screen
        .getByRole('dialog', { name: 'One phone, two agents' })
        .getByRole('button', { name: 'Save' }),
    )
    .not.toBeInTheDocument();
});

test('says that no case was checked, and still links to the thresholds', async () => {
  answer(evidenceSummary, summaryOf({ cases: 0, changes: [] }));
  const { screen } = await renderApp('/evidence');
  await expect.element(screen.getByText('No case was checked in the last 30 days')).toBeVisible();
  await screen.getByRole('button', { name: 'Thresholds' }).click();
  await expect.element(screen.getByLabelText(short.says, { exact: true })).toBeVisible();
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
  answer(evidenceSummary, summaryOf());
  const asked: Record<string, string>[] = [];
  answer(listAudit, ({ query }) => {
    asked.push(query);
    return { results: [], count: 0, next: null, previous: null };
  });
  const { screen } = await renderApp('/evidence');
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
