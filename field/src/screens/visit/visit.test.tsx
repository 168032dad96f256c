import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../App.tsx';
import { goTo } from '../../lib/address.ts';
import { database } from '../../lib/db/database.ts';
import { decrypt } from '../../lib/db/encrypted.ts';
import { openKey } from '../../lib/lock/lock.ts';
import { changeDraft, readDraft } from '../../lib/visit/draft.ts';
import { anil, beginVisit, fixOf, openPhone, savePhoto, sunita } from '../../testing/day.ts';
import { endTroubles, simulateFullStore } from '../../testing/troubles.ts';
import { answered, unsigned } from '../../testing/visit-states.ts';
import { showLanguage } from '../../words/language.ts';
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

function keptIsShown(): boolean {
  const line = document.querySelector('.screen-foot p > span');
  return (
    line?.textContent.includes('Saved on this phone') === true &&
    getComputedStyle(line).visibility === 'visible'
  );
}

test('asks at a locked door for a photo of it and when to try again, and nothing else', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { fixes: [fixOf(12)] });
  const screen = await openAt(`/visit/${visitId}/found`);
  await pressAndSee('Locked', screen.getByRole('heading', { name: 'Take photo: Door' }));
  await pressAndSee('Done', screen.getByRole('button', { name: 'Take: Door' }));
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

test('continues a last try with the questions of its outcome', async () => {
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
  await expect
    .element(screen.getByRole('heading', { name: 'Which address or place did you reach?' }))
    .toHaveFocus();
  await screen.getByRole('textbox').fill('The end of Lake Road');
  await pressAndSee('Next', screen.getByText(/^2 of/));

  await expect
    .poll(async () => (await readDraft(visitId))?.statement.verification_address)
    .toBe('The end of Lake Road');
  await expect
    .poll(() => readDraft(visitId))
    .toMatchObject({
      ...{ isFinal: true, tryAgainAt: null, observation: 'negative' },
    });
});

test('answers and continues with one tap; Back shows the answer', async () => {
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
test('shows the next question before the answer is stored, but “saved” only afterwards', async () => {
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
  // The next question uses the same frame as the question before.
  await expect.poll(() => document.querySelector('header')).toBe(header);

  write();
  await expect.poll(keptIsShown).toBe(true);
  await expect
    .poll(async () => (await readDraft(visitId))?.facts)
    .toEqual({ addressConfirmed: 'Yes' });
});

// Covers: field-app-18
test("returns to a question whose answer can't be saved", async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/1`);
  await expect.element(screen.getByText(/^1 of/)).toBeVisible();
  // Waits until the app has written the step, because this write would fail on the full phone.
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('questions');
  await expect.poll(keptIsShown).toBe(true);
  simulateFullStore('drafts');
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
test('saves typed text that failed before with the next change, before it says “saved”', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/neighbours`);
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('neighbours');
  simulateFullStore('drafts');
  await screen.getByRole('textbox', { name: 'Name of a neighbour' }).fill('Sita More');
  const alert = screen.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
  endTroubles();
  await screen
    .getByRole('textbox', { name: 'Where does the neighbour live or work?' })
    .fill('Flat 82');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(keptIsShown).toBe(true);
  await expect
    .poll(async () => (await readDraft(visitId))?.statement)
    .toMatchObject({
      neighbour1_name: 'Sita More',
      neighbour1_address: 'Flat 82',
    });
});

// Covers: visit-form-9
test('takes two answers that are often true together with one tap, and asks neither again', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/13`);
  const both = screen.getByRole('button', {
    name: 'Owned · Permanent address: Same as this address',
    exact: true,
  });
  await expect.element(both).toHaveAttribute('aria-pressed', 'false');
  await pressAndSee(both, screen.getByText(/^14 of/));
  const facts = async () => (await readDraft(visitId))?.facts;
  const permanentParentAddress = 'Same as residence address';
  await expect.poll(facts).toEqual({ ownershipStatus: 'OWNED', permanentParentAddress });
  goTo(`/visit/${visitId}/questions/24`);
  await pressAndSee('Ration card', screen.getByText(/^26 of/));
  goTo(`/visit/${visitId}/questions/13`);
  await expect.element(both).toHaveAttribute('aria-pressed', 'true');
  await pressAndSee('Rented', screen.getByText(/^14 of/));
  await expect.poll(facts).toMatchObject({ ownershipStatus: 'RENTED', permanentParentAddress: '' });
});

// Covers: visit-form-9
test('asks two questions on one screen, and continues once both have an answer', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  // The address names the second of the two questions.
  const screen = await openAt(`/visit/${visitId}/questions/23`);
  await expect
    .element(screen.getByRole('heading', { level: 1, name: 'What is in the home?' }))
    .toHaveFocus();
  await expect
    .element(screen.getByRole('heading', { level: 2, name: 'How does the home look inside?' }))
    .toBeVisible();
  const good = screen.getByRole('button', { name: 'Good' });
  await good.click();
  await expect.element(good).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByText(/^22 of/)).toBeVisible();
  for (const name of ['TV', 'Sofa']) {
    (screen.getByRole('button', { name, exact: true }).element() as HTMLElement).click();
    // The page renders the answer before any write is done.
    await Promise.resolve();
  }
  await pressAndSee(good, screen.getByText(/^24 of/));
  await expect
    .poll(async () => (await readDraft(visitId))?.facts)
    .toEqual({ assetsSeenAtResidence: 'TV, Sofa', interiorConditions: 'Good' });
});

// Covers: field-app-44
test('continues from the neighbours with the last answer, and takes what both say with one tap', async () => {
  const task = anil();
  await openPhone([task]);
  const facts = { yrsLivedAtCurrentAddress: '6 years' };
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, facts });
  const screen = await openAt(`/visit/${visitId}/neighbours`);
  const name = screen.getByRole('textbox', { name: 'Name of a neighbour' });
  await expect.element(name).toHaveFocus();
  await name.fill('Sita More');
  await screen.getByRole('button', { name: 'Next door' }).click();
  await pressAndSee(
    'Knows the applicant · 6 years',
    screen.getByRole('heading', { name: 'What do you think?' }),
  );
  await expect
    .poll(() => readDraft(visitId))
    .toMatchObject({
      facts: { durationOfStayAsPerNeighbor: '6 years' },
      statement: { neighbour1_address: 'Next door', neighbour1_feedback: 'Knows the applicant' },
    });
  // On the way back, a changed answer does not leave the page.
  await pressAndSee('Back', screen.getByRole('heading', { name: 'Neighbours' }));
  await screen.getByRole('button', { name: 'Opposite' }).click();
  await expect
    .poll(async () => (await readDraft(visitId))?.statement.neighbour1_address)
    .toBe('Opposite');
  await expect.element(screen.getByRole('heading', { name: 'Neighbours' })).toBeVisible();
});

// Covers: field-app-44
test('finishes from the opinion if nothing is missing, and never without a remark', async () => {
  const task = anil();
  await openPhone([task]);
  const { statement, ...whole } = answered();
  const visitId = await beginVisit(task, {
    ...{ ...whole, observation: null },
    statement: { ...nothingFound, ...statement, remark: '' },
  });
  for (const shows of wantedPhotos) await savePhoto(visitId, shows);
  const screen = await openAt(`/visit/${visitId}/result`);
  await screen.getByRole('button', { name: /^Positive/ }).click();
  const remark = screen.getByRole('textbox', { name: 'Your remark' });
  await expect.element(remark).toHaveFocus();
  const finish = screen.getByRole('button', { name: 'Finish visit' });
  await expect.poll(async () => (await readDraft(visitId))?.observation).toBe('positive');
  await expect.element(finish).not.toBeInTheDocument();
  await remark.fill('Lives here');
  await pressAndSee('Next', screen.getByRole('heading', { name: 'Ready to finish' }));
  await pressAndSee('Back', remark);
  await pressAndSee(finish, screen.getByText('Anil Sharma, 5 photos'));
});

// Covers: field-app-18, field-app-22
test('does not finish a visit without a remark that could not be saved', async () => {
  const task = anil();
  await openPhone([task]);
  const whole = {
    ...unsigned('declined'),
    outcome: 'met',
    isFinal: true,
    observation: 'positive',
  } as const;
  const visitId = await beginVisit(task, { ...whole, fixes: [fixOf(12)] });
  for (const shows of wantedPhotos) await savePhoto(visitId, shows);
  const screen = await openAt(`/visit/${visitId}/result`);
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('result');
  simulateFullStore('drafts');
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

test('shows six answers together on a small phone, in Hindi too', async () => {
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
  await showLanguage('hi');
  onTestFinished(() => showLanguage('en'));
  await expect.element(screen.getByRole('button', { name: 'कुछ और' })).toBeVisible();
  expect(gap('कुछ और', 'छोड़ें')).toBeGreaterThan(0);
});

// Covers: visit-form-8
test('does not ask for what an answer has told already, until that answer changes', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/8`);
  await pressAndSee('The applicant: Anil Sharma · Male', screen.getByText(/^11 of/));
  const facts = async () => (await readDraft(visitId))?.facts;
  await expect.poll(facts).toMatchObject({ relationWithApp: 'Self', personContacted: 'MALE' });
  goTo(`/visit/${visitId}/questions/8`);
  await screen.getByRole('textbox').fill('Hema Sharma');
  await expect.poll(facts).toMatchObject({ relationWithApp: '', personContacted: '' });
  await screen.getByRole('textbox').fill('Hema Sharma');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^9 of/)).toBeVisible();
  await pressAndSee('Female', screen.getByText(/^10 of/));
});

test('counts all digits typed faster than they can be saved', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/16`);
  await expect.element(screen.getByText(/^16 of/)).toBeVisible();
  await screen.getByRole('button', { name: 'Another number' }).click();
  const keys = ['1', '2', '5'].map((name) => screen.getByRole('button', { name, exact: true }));
  for (const key of keys) await expect.element(key).toBeVisible();
  for (const key of keys) {
    (key.element() as HTMLElement).click();
    // React renders the digit before any write is done.
    await Promise.resolve();
  }
  await expect.element(screen.getByRole('status')).toHaveTextContent('125');
  await expect.poll(async () => (await readDraft(visitId))?.facts.totalFamilyMember).toBe('125');
});

// Covers: visit-form-7
test('lets the agent type the person met or tap the applicant; another address can be “the same”', async () => {
  const task = { ...anil(), name: 'ANIL SHARMA' };
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/8`);
  await screen.getByRole('textbox', { name: 'Name of the person you met' }).fill('Hema Raghavan');
  const factsOf = async () => (await readDraft(visitId))?.facts;
  await expect.poll(factsOf).toEqual({ person_met: 'Hema Raghavan' });
  await pressAndSee('The applicant: ANIL SHARMA · Male', screen.getByText(/^11 of/));
  await expect.poll(factsOf).toEqual({
    ...{ person_met: 'ANIL SHARMA', relationWithApp: 'Self', personContacted: 'MALE' },
  });

  goTo(`/visit/${visitId}/questions/25`);
  for (const question of ['Permanent address', 'Where did the applicant live before?']) {
    await expect.element(screen.getByRole('heading', { name: question })).toBeVisible();
    await screen.getByRole('button', { name: 'Same as this address' }).click();
  }
  const permanentParentAddress = 'Same as residence address';
  await expect
    .poll(factsOf)
    .toMatchObject({ permanentParentAddress, previousAddress: permanentParentAddress });
});

test("skips a photo that can't be taken, with a reason", async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/photos`);
  await screen.getByRole('button', { name: "Can't take a photo" }).click();
  await screen.getByRole('button', { name: 'Name plate' }).click();
  await pressAndSee("Can't be seen", screen.getByText("Not taken: Can't be seen"));
  await expect
    .poll(async () => (await readDraft(visitId))?.skipped)
    .toEqual([{ shows: 'nameplate', reason: 'not_visible' }]);
  // Back does not lead through the two lists again.
  await pressAndSee('Back', screen.getByRole('heading', { name: 'What did you find?' }));
});

test('leads from the summary to what is missing before the visit can be finished', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, fixes: [fixOf(12)] });
  for (const shows of ['door', 'nameplate', 'person', 'agent', 'street'] as const) {
    await savePhoto(visitId, shows);
  }
  const screen = await openAt(`/visit/${visitId}/summary`);
  await expect.element(screen.getByRole('heading', { name: 'Almost ready' })).toBeVisible();
  await screen
    .getByRole('button', { name: /^Ask for a signature/ })
    .last()
    .click();
  await screen.getByRole('button', { name: 'Not asked to sign' }).click();
  await screen
    .getByRole('button', { name: /^Choose Positive or Negative/ })
    .last()
    .click();
  await screen.getByRole('button', { name: /^Positive/ }).click();
  await screen.getByRole('button', { name: 'Next' }).click();
  await pressAndSee('Finish visit', screen.getByText('Anil Sharma, 5 photos'));
  await expect.poll(async () => (await database()).count('drafts')).toBe(0);
});

test('returns to the summary from the steps that it opened', async () => {
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

  // Tapping the same outcome changes nothing. Another outcome has other steps.
  await screen.getByRole('button', { name: /^Met someone/ }).click();
  await pressAndSee('Next', screen.getByRole('heading', { name: 'Almost ready' }));
  await screen.getByRole('button', { name: /^Met someone/ }).click();
  await pressAndSee('Moved away', screen.getByRole('heading', { name: 'Photos' }));
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('photos');
});

test('asks only unanswered questions from the summary, then returns to it', async () => {
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

test('asks a visit that was sent back for a photo for that photo only', async () => {
  const task = sunita();
  await openPhone([task]);
  const visitId = await beginVisit(task, { fixes: [fixOf(12)] });
  const screen = await openAt(`/visit/${visitId}/found`);
  await pressAndSee('Met someone', screen.getByRole('heading', { name: 'Take photo: Name plate' }));
  await pressAndSee('Done', screen.getByRole('button', { name: 'Take: Name plate' }));
  await expect.element(screen.getByRole('button', { name: 'Take: Door' })).not.toBeInTheDocument();
  await savePhoto(visitId, 'nameplate');
  await pressAndSee('Next', screen.getByRole('heading', { name: 'What do you think?' }));
});

// Covers: field-app-22
test("does not show or use a choice that can't be saved", async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'locked', isFinal: true });
  await savePhoto(visitId, 'door');
  const screen = await openAt(`/visit/${visitId}/again`);
  const last = screen.getByRole('button', { name: 'No, this was the last try' });
  await expect.element(last).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await readDraft(visitId))?.step).toBe('again');
  simulateFullStore('drafts');
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await expect
    .element(screen.getByRole('alert').getByText('Not saved: this phone is full'))
    .toBeVisible();
  await expect.element(last).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: 'Finish' })).not.toBeInTheDocument();
});

// Covers: field-app-9
test('names what the office would reject before the visit is finished', async () => {
  const task = anil();
  await openPhone([task]);
  const whole = {
    ...unsigned('declined'),
    outcome: 'met',
    isFinal: true,
    observation: 'positive',
  } as const;
  const visitId = await beginVisit(task, { ...whole, fixes: [fixOf(12)] });
  for (const shows of ['door', 'nameplate', 'person', 'agent', 'street'] as const) {
    await savePhoto(visitId, shows);
  }
  // These are more photos than the office accepts in one visit.
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

test('leaves no empty screen when Back leads to a question that another outcome does not ask', async () => {
  const task = anil();
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'untraceable', isFinal: true });
  const screen = await openAt(`/visit/${visitId}/questions/20`);
  await expect.element(screen.getByRole('heading', { name: 'What did you find?' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
});
