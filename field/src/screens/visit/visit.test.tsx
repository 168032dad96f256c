import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { goTo } from '../../lib/address.ts';
import { database } from '../../lib/db/database.ts';
import { decrypt } from '../../lib/db/encrypted.ts';
import { openKey } from '../../lib/lock/lock.ts';
import { changeDraft, readDraft } from '../../lib/visit/draft.ts';
import { anil, beginVisit, fixOf, openPhone, savePhoto, sunita } from '../../testing/day.ts';
import { endTroubles, storeIsFull } from '../../testing/troubles.ts';
import { chooseLanguage } from '../../words/language.ts';
import { planOf, withAnswer } from './steps.ts';

afterEach(() => {
  endTroubles();
  history.replaceState(null, '', '/');
});

const wantedPhotos = ['door', 'nameplate', 'person', 'agent', 'street'] as const;

const openAt = (address: string) => {
  history.replaceState(null, '', `/field${address}`);
  return render(<App />);
};

/** Whether the line that says "Saved on this phone" can be read. */
function keptIsShown(): boolean {
  const line = document.querySelector('.screen-foot p > span');
  return (
    line?.textContent.includes('Saved on this phone') === true &&
    getComputedStyle(line).visibility === 'visible'
  );
}

test('a locked door asks for a photo of it and when to try again, and nothing else', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { fixes: [fixOf(12)] });
  const screen = await openAt(`/visit/${visitId}/found`);
  await pressAndSee('Locked', screen.getByRole('button', { name: 'Take: Door' }));
  await savePhoto(visitId, 'door');
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await screen.getByRole('button', { name: 'Finish' }).click();

  await expect
    .element(screen.getByRole('heading', { name: 'Saved safely on this phone' }))
    .toBeVisible();
  const [queued] = await (await database()).getAll('outbox');
  expect(queued).toMatchObject({ visitId, taskId: task.id, isFinal: false });
});

test('a last try goes on to the questions of its outcome, one after the other', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'untraceable', fixes: [fixOf(12)] });
  await savePhoto(visitId, 'street');
  await savePhoto(visitId, 'agent');
  const screen = await openAt(`/visit/${visitId}/again`);
  await pressAndSee(
    screen.getByRole('button', { name: 'No, this was the last try' }),
    screen.getByText(/^1 of/),
  );
  await expect.element(screen.getByRole('heading', { name: 'How far did you get?' })).toHaveFocus();
  await screen.getByRole('textbox').fill('The end of Lake Road');
  await pressAndSee('Next', screen.getByText(/^2 of/));

  // The next question does not wait for it.
  await expect
    .poll(async () => (await readDraft(visitId))?.statement.verification_address)
    .toBe('The end of Lake Road');
  await expect
    .poll(() => readDraft(visitId))
    .toMatchObject({
      ...{ isFinal: true, tryAgainAt: null, observation: 'negative' },
    });
});

test('one tap answers and goes on; Back shows what was answered', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/1`);
  await pressAndSee('Yes', screen.getByText(/^2 of/));
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect
    .element(screen.getByRole('button', { name: 'Yes' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await readDraft(visitId))?.facts)
    .toEqual({ addressConfirmed: 'Yes' });
});

// Covers: field-app-21
test('the next question comes before the answer is on the phone, but "kept" is only said then', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/1`);
  await expect.poll(keptIsShown).toBe(true);
  const header = document.querySelector('header');
  let write = () => {};
  const isHeld = new Promise<void>((resolve) => {
    write = resolve;
  });
  void navigator.locks.request(`doorstep-field-draft-${visitId}`, () => isHeld);
  await pressAndSee('Yes', screen.getByText(/^2 of/));
  await expect.poll(keptIsShown).toBe(false);
  await expect.poll(async () => (await readDraft(visitId))?.facts).toEqual({});
  // The frame is the one of the question before.
  await expect.poll(() => document.querySelector('header')).toBe(header);

  write();
  await expect.poll(keptIsShown).toBe(true);
  await expect
    .poll(async () => (await readDraft(visitId))?.facts)
    .toEqual({ addressConfirmed: 'Yes' });
});

// Covers: field-app-18
test('an answer that can not be kept brings its question back', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/1`);
  await expect.element(screen.getByText(/^1 of/)).toBeVisible();
  // What the app notes by itself is on the phone.
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('questions');
  await expect.poll(keptIsShown).toBe(true);
  storeIsFull('drafts');
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expect
    .element(screen.getByRole('alert').getByText('Not saved: this phone is full'))
    .toBeVisible();
  await expect.element(screen.getByText(/^1 of/)).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Yes' }))
    .toHaveAttribute('aria-pressed', 'false');
});

// Covers: field-app-18, field-app-22
test('what was typed and could not be kept is kept with the next change, before "kept" is said', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/neighbours`);
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('neighbours');
  storeIsFull('drafts');
  await screen.getByRole('textbox', { name: 'Name of a neighbour' }).fill('Sita More');
  const alert = screen.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
  endTroubles();
  await screen.getByRole('textbox', { name: 'Where do they live or work?' }).fill('Flat 82');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(keptIsShown).toBe(true);
  await expect
    .poll(async () => (await readDraft(visitId))?.statement)
    .toMatchObject({
      neighbour1_name: 'Sita More',
      neighbour1_address: 'Flat 82',
    });
});

// Covers: field-app-18, field-app-22
test('a visit is not finished without a remark that could not be kept', async () => {
  const task = anil();
  await openPhone([task]);
  const whole = { outcome: 'met', isFinal: true, observation: 'positive' } as const;
  const visitId = await beginVisit(task, { ...whole, fixes: [fixOf(12)] });
  for (const shows of wantedPhotos) await savePhoto(visitId, shows);
  const screen = await openAt(`/visit/${visitId}/result`);
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('result');
  storeIsFull('drafts');
  await screen.getByRole('textbox').fill('Lives here');
  const alert = screen.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
  await screen.getByRole('button', { name: 'Next' }).click();
  const finish = screen.getByRole('button', { name: 'Finish visit' });
  await finish.click();
  await expect.element(finish).toHaveAttribute('aria-disabled', 'false');
  await expect.element(alert).toBeVisible();
  await expect.poll(async () => (await database()).count('outbox')).toBe(0);

  endTroubles();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  onTestFinished(() => put.mockRestore());
  await pressAndSee(finish, screen.getByText('Anil Sharma, 5 photos'));
  const written = put.mock.calls.map(([value]) => value).findLast((value) => value.taskId);
  await expect
    .poll(() => decrypt(openKey(), written.encrypted))
    .toMatchObject({
      statement: { remark: 'Lives here' },
    });
});

test('six answers are seen at once on a small phone, in Hindi too', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/18`);
  const gap = (last: string, below: string) => {
    const top = screen.getByRole('button', { name: below }).element().getBoundingClientRect().top;
    const button = screen.getByRole('button', { name: last, exact: true }).element();
    return top - button.getBoundingClientRect().bottom;
  };
  await expect.element(screen.getByRole('button', { name: 'Something else' })).toBeVisible();
  expect(gap('Something else', 'Skip')).toBeGreaterThan(0);
  await chooseLanguage('hi');
  onTestFinished(() => chooseLanguage('en'));
  await expect.element(screen.getByRole('button', { name: 'कुछ और' })).toBeVisible();
  expect(gap('कुछ और', 'छोड़ें')).toBeGreaterThan(0);
});

test('digits typed faster than they can be kept all count', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/16`);
  const keys = ['1', '2', '5'].map((name) => screen.getByRole('button', { name, exact: true }));
  await expect.element(screen.getByText(/^16 of/)).toBeVisible();
  for (const key of keys) {
    (key.element() as HTMLElement).click();
    // React draws it; no write is done yet.
    await Promise.resolve();
  }
  await expect.element(screen.getByRole('status')).toHaveTextContent('125');
  await expect.poll(async () => (await readDraft(visitId))?.facts.totalFamilyMember).toBe('125');
});

// Covers: visit-form-7
test('the person met is typed, or is the applicant by one tap; another address can be the same', async () => {
  const task = { ...anil(), name: 'ANIL SHARMA' };
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/8`);
  await screen.getByRole('textbox', { name: 'Name of the person you met' }).fill('Hema Raghavan');
  const factsOf = async () => (await readDraft(visitId))?.facts;
  await expect.poll(factsOf).toEqual({ person_met: 'Hema Raghavan' });
  await pressAndSee('ANIL SHARMA', screen.getByText(/^9 of/));
  await expect.poll(factsOf).toEqual({ person_met: 'ANIL SHARMA' });

  goTo(`/visit/${visitId}/questions/25`);
  for (const question of ['Permanent address', 'Where did they live before?']) {
    await expect.element(screen.getByRole('heading', { name: question })).toBeVisible();
    await screen.getByRole('button', { name: 'Same as here' }).click();
  }
  const permanentParentAddress = 'Same as residence address';
  await expect
    .poll(factsOf)
    .toMatchObject({ permanentParentAddress, previousAddress: permanentParentAddress });
});

test('a photo that can not be taken is left out for a reason', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/photos`);
  await screen.getByRole('button', { name: "Can't take one of these" }).click();
  await screen.getByRole('button', { name: 'Name plate' }).click();
  await pressAndSee("Can't be seen", screen.getByText("Not taken: Can't be seen"));
  await expect
    .poll(async () => (await readDraft(visitId))?.skipped)
    .toEqual([{ shows: 'nameplate', reason: 'not_visible' }]);
  // Back does not lead through the two lists again.
  await pressAndSee('Back', screen.getByRole('heading', { name: 'What did you find?' }));
});

test('the summary leads to what is lacking before it lets the visit finish', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, fixes: [fixOf(12)] });
  for (const shows of ['door', 'nameplate', 'person', 'agent', 'street'] as const) {
    await savePhoto(visitId, shows);
  }
  const screen = await openAt(`/visit/${visitId}/summary`);
  await expect.element(screen.getByRole('heading', { name: 'Almost ready' })).toBeVisible();
  await screen
    .getByRole('button', { name: /^What do you think/ })
    .last()
    .click();
  await screen.getByRole('button', { name: /^Positive/ }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await pressAndSee('Finish visit', screen.getByText('Anil Sharma, 5 photos'));
  await expect.poll(async () => (await database()).count('drafts')).toBe(0);
});

test('what the summary leads to leads back to it', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, fixes: [fixOf(12)] });
  const screen = await openAt(`/visit/${visitId}/summary`);
  await pressAndSee(
    screen.getByRole('button', { name: /photos? needed/ }).last(),
    screen.getByRole('heading', { name: 'Photos' }),
  );
  for (const shows of wantedPhotos) await savePhoto(visitId, shows);
  await pressAndSee('Next', screen.getByRole('heading', { name: 'Almost ready' }));

  // The same outcome again changes nothing, another asks for other things.
  await screen.getByRole('button', { name: /^Met someone/ }).click();
  await pressAndSee('Next', screen.getByRole('heading', { name: 'Almost ready' }));
  await screen.getByRole('button', { name: /^Met someone/ }).click();
  await pressAndSee('Moved away', screen.getByRole('heading', { name: 'Photos' }));
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('photos');
});

test('from the summary only questions without an answer are asked, and then the summary comes back', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, fixes: [fixOf(12)] });
  const draft = await readDraft(visitId);
  if (!draft) throw new Error('There is no visit');
  const { questions } = planOf(draft);
  const isOpen = (at: number) => at === 3 || at === 10;
  await changeDraft(visitId, (before) =>
    questions.reduce(
      (now, one, index) =>
        isOpen(index + 1)
          ? now
          : withAnswer(now, one, one.options?.[0] ?? (one.kind === 'count' ? '2' : 'As seen')),
      before,
    ),
  );
  const screen = await openAt(`/visit/${visitId}/summary`);
  const all = questions.length;
  await pressAndSee(new RegExp(`^${all - 2} of ${all} answered`), screen.getByText(`3 of ${all}`));
  await pressAndSee('Skip', screen.getByText(`10 of ${all}`));
  await pressAndSee('Skip', screen.getByRole('heading', { name: 'Almost ready' }));
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('summary');
});

test('a visit that was sent back for a photo asks for that photo, and no questions', async () => {
  const task = sunita();
  await openPhone([task]);
  const visitId = await beginVisit(task, { fixes: [fixOf(12)] });
  const screen = await openAt(`/visit/${visitId}/found`);
  await pressAndSee('Met someone', screen.getByRole('button', { name: 'Take: Name plate' }));
  await expect.element(screen.getByRole('button', { name: 'Take: Door' })).not.toBeInTheDocument();
  await savePhoto(visitId, 'nameplate');
  await pressAndSee('Next', screen.getByRole('heading', { name: 'What do you think?' }));
});

// Covers: field-app-22
test('a choice that can not be kept is not shown as chosen, and nothing is finished with the one before', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'locked', isFinal: true });
  await savePhoto(visitId, 'door');
  const screen = await openAt(`/visit/${visitId}/again`);
  const last = screen.getByRole('button', { name: 'No, this was the last try' });
  await expect.element(last).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('again');
  storeIsFull('drafts');
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await expect
    .element(screen.getByRole('alert').getByText('Not saved: this phone is full'))
    .toBeVisible();
  await expect.element(last).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: 'Finish' })).not.toBeInTheDocument();
});

// Covers: field-app-9
test('what the office would not take is named where the visit is finished', async () => {
  const task = anil();
  await openPhone([task]);
  const whole = { outcome: 'met', isFinal: true, observation: 'positive' } as const;
  const visitId = await beginVisit(task, { ...whole, fixes: [fixOf(12)] });
  for (const shows of ['door', 'nameplate', 'person', 'agent', 'street'] as const) {
    await savePhoto(visitId, shows);
  }
  // More than the office takes of one visit.
  await changeDraft(visitId, (draft) => ({
    ...draft,
    photos: [...draft.photos, ...draft.photos, ...draft.photos],
  }));
  const reported = vi.spyOn(globalThis, 'reportError').mockReturnValue();
  onTestFinished(() => reported.mockRestore());
  const screen = await openAt(`/visit/${visitId}/summary`);
  await screen.getByRole('button', { name: 'Finish visit' }).click();
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('To be corrected: Photos')).toBeVisible();
  await expect.element(alert.getByText(/space/)).not.toBeInTheDocument();
});

test('Back to a question that another outcome does not ask leaves no empty screen', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'untraceable', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/20`);
  await expect.element(screen.getByRole('heading', { name: 'What did you find?' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
});
