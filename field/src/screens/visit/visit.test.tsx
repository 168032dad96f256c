import { pressAndSee } from '@doorstep/contract/testing/press-and-see';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { goTo } from '../../lib/address.ts';
import { announce } from '../../lib/db/announce.ts';
import { database } from '../../lib/db/database.ts';
import { decrypt } from '../../lib/db/encrypted.ts';
import { openKey } from '../../lib/lock/lock.ts';
import { changeDraft } from '../../lib/visit/draft.ts';
import { anil, fixOf, savePhoto, sunita } from '../../testing/day.ts';
import {
  countPictures,
  countTicks,
  expectFocus,
  expectFull,
  expectHeading,
  expectText,
  openVisit,
  type Screen,
} from '../../testing/open-app.tsx';
import { storeTasks } from '../../testing/phone.ts';
import { endTroubles, simulateFailingStore, simulateFullStore } from '../../testing/troubles.ts';
import { answered, unsigned } from '../../testing/visit-states.ts';
import { showLanguage } from '../../words/language.ts';
import { planOf, withAnswer } from './steps.ts';

const wantedPhotos = ['door', 'nameplate', 'person', 'agent', 'street'] as const;
const allPhotos = { photos: wantedPhotos };
const fixes = [fixOf(12)];
const atDoor = { outcome: null, isFinal: null, fixes };
/** The fields of a visit that can be finished once it has the wanted photos. */
const whole = { ...unsigned('declined'), fixes, observation: 'positive' } as const;

function keptIsShown(): boolean {
  const line = document.querySelector('.screen-foot p > span');
  return (
    line?.textContent.includes('Saved on this phone') === true &&
    getComputedStyle(line).visibility === 'visible'
  );
}

/** Delays the changes of a draft until the returned function is called. */
function holdDraft(visitId: string) {
  const { promise: isHeld, resolve: write } = Promise.withResolvers<void>();
  void navigator.locks.request(`doorstep-field-draft-${visitId}`, () => isHeld);
  return write;
}

/** Presses buttons faster than the phone can save what they change. */
async function pressFast(screen: Screen, ...names: string[]) {
  const buttons = names.map((name) => screen.getByRole('button', { name, exact: true }));
  for (const button of buttons) await expect.element(button).toBeVisible();
  for (const button of buttons) {
    (button.element() as HTMLElement).click();
    // Lets the page render the press, but does not wait until the change is written.
    await Promise.resolve();
  }
}

test('asks at a locked door for a photo of it and when to try again, and nothing else', async () => {
  const { visitId, screen } = await openVisit('found', atDoor);
  await storeTasks(sunita());
  announce('tasks');
  await pressAndSee('Locked', screen.getByRole('heading', { name: 'Take photo: Door' }));
  await pressAndSee('Done', screen.getByRole('button', { name: 'Take: Door' }));
  await savePhoto(visitId, 'door');
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await screen.getByRole('button', { name: 'Finish' }).click();

  await expectHeading('Saved safely on this phone');
  const [queued] = await (await database()).getAll('outbox');
  expect(queued).toMatchObject({ visitId, taskId: anil().id, isFinal: false });
  await expectText(/^1 to send · /);
  await screen.getByRole('button', { name: 'Next: Sunita Patil' }).click();
  await expectHeading('Name plate unreadable. Take it again.');
});

test('continues a last visit with the questions of its outcome', async () => {
  const untraceable = { ...atDoor, outcome: 'untraceable' } as const;
  const photos = ['street', 'agent'] as const;
  const { screen, draft } = await openVisit('again', untraceable, { photos });
  await pressAndSee('No, this was the last visit', screen.getByText(/^1 of/));
  await expectFocus('Which address or place did you reach?');
  const text = screen.getByRole('textbox');
  await text.fill('2341 2341 2346');
  await expectText(/^Remove the Aadhaar number/);
  await expect.element(text).toHaveValue('2341 2341 2346');
  await text.fill('x'.repeat(10_000));
  await expectText(/^Too long: at most \d+ characters/);
  await text.fill('The end of Lake Road');
  await pressAndSee('Next', screen.getByText(/^2 of/));
  const statement = { verification_address: 'The end of Lake Road' };
  const last = { isFinal: true, tryAgainAt: null, observation: 'negative' };
  await expect.poll(draft).toMatchObject({ ...last, statement });
});

test('answers and continues with one tap; Back shows the answer', async () => {
  const { screen, facts } = await openVisit('questions/1');
  await pressAndSee('Yes', screen.getByText(/^2 of/));
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('button', { name: 'Yes', pressed: true })).toBeVisible();
  await expect.poll(facts).toEqual({ addressConfirmed: 'Yes' });
});

// Covers: field-app-21
test('shows the next question before the answer is stored, but “saved” only afterwards', async () => {
  const { visitId, screen, facts } = await openVisit('questions/1');
  await expect.poll(keptIsShown).toBe(true);
  const header = document.querySelector('header');
  const write = holdDraft(visitId);
  await pressAndSee('Yes', screen.getByText(/^2 of/));
  await expect.poll(keptIsShown).toBe(false);
  await expect.poll(facts).toEqual({});
  // The next question uses the same frame as the question before.
  await expect.poll(() => document.querySelector('header')).toBe(header);

  write();
  await expect.poll(keptIsShown).toBe(true);
  await expect.poll(facts).toEqual({ addressConfirmed: 'Yes' });
});

// Covers: field-app-18
test("returns to a question whose answer can't be saved", async () => {
  const { screen, draft } = await openVisit('questions/1');
  await expect.element(screen.getByText(/^1 of/)).toBeVisible();
  // Waits until the app has written the step, because this write would fail on the full phone.
  await expect.poll(draft).toMatchObject({ step: 'questions' });
  await expect.poll(keptIsShown).toBe(true);
  simulateFullStore('drafts');
  await screen.getByRole('button', { name: 'Yes' }).click();
  await expectFull();
  await expect.element(screen.getByText(/^1 of/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Yes', pressed: false })).toBeVisible();
});

// Covers: field-app-18, field-app-22
test('saves typed text that failed before with the next change, before it says “saved”', async () => {
  const { screen, draft } = await openVisit('neighbours');
  await expect.poll(draft).toMatchObject({ step: 'neighbours' });
  simulateFullStore('drafts');
  await screen.getByRole('textbox', { name: 'Name of a neighbour' }).fill('Sita More');
  const alert = await expectFull();
  endTroubles();
  await screen.getByRole('textbox', { name: /neighbour live or work/ }).fill('Flat 82');
  await expect.element(alert).not.toBeInTheDocument();
  await expect.poll(keptIsShown).toBe(true);
  const statement = { neighbour1_name: 'Sita More', neighbour1_address: 'Flat 82' };
  await expect.poll(draft).toMatchObject({ statement });
});

// Covers: visit-form-9
test('takes two answers that are often true together with one tap, and asks neither again', async () => {
  const { visitId, screen, facts } = await openVisit('questions/13');
  const both = screen.getByRole('button', {
    name: 'Owned · Permanent address: Same as this address',
    exact: true,
  });
  await expect.element(both).toHaveAttribute('aria-pressed', 'false');
  await pressAndSee(both, screen.getByText(/^14 of/));
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
  // The address names the second of the two questions.
  const { screen, facts } = await openVisit('questions/23');
  await expectFocus('What is in the home?');
  await expectHeading('How does the home look inside?');
  const good = screen.getByRole('button', { name: 'Good' });
  await good.click();
  await expect.element(good).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByText(/^22 of/)).toBeVisible();
  await pressFast(screen, 'Sofa', 'TV', 'Fridge');
  await screen.getByRole('button', { name: 'Fridge', pressed: true }).click();
  await screen.getByRole('button', { name: 'Something else' }).first().click();
  await screen.getByRole('textbox').fill('Harmonium');
  await pressAndSee(good, screen.getByText(/^24 of/));
  await expect
    .poll(facts)
    .toEqual({ assetsSeenAtResidence: 'TV, Sofa, Harmonium', interiorConditions: 'Good' });
  await pressAndSee('Back', screen.getByRole('button', { name: 'Sofa', pressed: true }));
  await expect.element(screen.getByRole('textbox')).toHaveValue('Harmonium');
  await expect.poll(countTicks).toBe(2);
});

// Covers: field-app-44
test('continues from the neighbours with the last answer, and takes what both say with one tap', async () => {
  const facts = { yrsLivedAtCurrentAddress: '6 years' };
  const { screen, draft } = await openVisit('neighbours', { facts });
  const name = screen.getByRole('textbox', { name: 'Name of a neighbour' });
  await expect.element(name).toHaveFocus();
  await name.fill('Sita More');
  await screen.getByRole('button', { name: 'Next door' }).click();
  await pressAndSee(
    'Knows the applicant · 6 years',
    screen.getByRole('heading', { name: 'What do you think?' }),
  );
  await expect.poll(draft).toMatchObject({
    facts: { durationOfStayAsPerNeighbor: '6 years' },
    statement: { neighbour1_address: 'Next door', neighbour1_feedback: 'Knows the applicant' },
  });
  // After Back, changing an answer does not leave the page.
  await pressAndSee('Back', screen.getByRole('heading', { name: 'Neighbours' }));
  const opposite = screen.getByRole('button', { name: 'Opposite' });
  await opposite.click();
  await expect.poll(draft).toMatchObject({ statement: { neighbour1_address: 'Opposite' } });
  await expectHeading('Neighbours');
  await opposite.click();
  await expect.poll(draft).toMatchObject({ statement: { neighbour1_address: '' } });
  // The page does not continue while a second neighbour is asked.
  await pressAndSee('Ask a second neighbour', name.nth(1));
  await opposite.first().click();
  await name.nth(1).fill('Ravi Kale');
  const statement = { neighbour1_address: 'Opposite', neighbour2_name: 'Ravi Kale' };
  await expect.poll(draft).toMatchObject({ statement });
});

// Covers: field-app-44
test('finishes from the opinion if nothing is missing, and never without a remark', async () => {
  const { statement, ...rest } = answered();
  const unsaid = { observation: null, statement: { ...nothingFound, ...statement, remark: '' } };
  const { visitId, screen, draft } = await openVisit('result', { ...rest, ...unsaid }, allPhotos);
  await screen.getByRole('button', { name: /^Positive/ }).click();
  const remark = screen.getByRole('textbox', { name: 'Your remark' });
  await expect.element(remark).toHaveFocus();
  const finish = screen.getByRole('button', { name: 'Finish visit' });
  await expect.poll(draft).toMatchObject({ observation: 'positive' });
  await expect.element(finish).not.toBeInTheDocument();
  await remark.fill('Lives here');
  const ready = screen.getByRole('heading', { name: 'Ready to finish' });
  await pressAndSee('Next', ready);
  // A step that the summary opened leads back to the summary only.
  await pressAndSee(/^Positive/, remark);
  await expect.element(finish).not.toBeInTheDocument();
  await pressAndSee('Next', ready);
  await pressAndSee('Back', remark);
  const write = holdDraft(visitId);
  await pressAndSee(finish, screen.getByRole('button', { name: 'Saving…' }));
  write();
  await expectText('Anil Sharma, 5 photos');
});

// Covers: field-app-18, field-app-22
test('does not finish a visit without a remark that could not be saved', async () => {
  const { screen, draft } = await openVisit('result', whole, allPhotos);
  await expect.poll(draft).toMatchObject({ step: 'result' });
  simulateFullStore('drafts');
  await screen.getByRole('textbox').fill('Lives here');
  const alert = await expectFull();
  await screen.getByRole('button', { name: 'Next' }).click();
  const finish = screen.getByRole('button', { name: 'Finish visit' });
  await finish.click();
  await expect.element(finish).toHaveAttribute('aria-disabled', 'false');
  await expect.element(alert).toBeVisible();
  await expect.poll(async () => (await database()).count('outbox')).toBe(0);

  endTroubles();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await pressAndSee(finish, screen.getByText('Anil Sharma, 5 photos'));
  const written = put.mock.calls.map(([value]) => value).findLast((value) => value.taskId);
  await expect
    .poll(() => decrypt(openKey(), written.encrypted))
    .toMatchObject({ statement: { remark: 'Lives here' } });
});

test('shows six answers together on a small phone, in Hindi too', async () => {
  const { screen } = await openVisit('questions/18');
  const expectAbove = async (last: string, below: string) => {
    const button = screen.getByRole('button', { name: last, exact: true });
    await expect.element(button).toBeVisible();
    const { top } = screen.getByRole('button', { name: below }).element().getBoundingClientRect();
    expect(button.element().getBoundingClientRect().bottom).toBeLessThan(top);
  };
  await expectAbove('Something else', 'Skip');
  await showLanguage('hi');
  await expectAbove('कुछ और', 'छोड़ें');
});

// Covers: visit-form-7, visit-form-8
test('takes the person met with one tap, and asks nothing that the answer tells until it changes', async () => {
  const task = { ...anil(), name: 'ANIL SHARMA' };
  const { visitId, screen, facts } = await openVisit('questions/8', {}, { task });
  const textbox = screen.getByRole('textbox', { name: 'Name of the person you met' });
  await textbox.fill('Hema\u200b');
  await expectText(/^The name contains invisible characters/);
  await textbox.fill('Hema Raghavan');
  await expect.poll(facts).toEqual({ person_met: 'Hema Raghavan' });
  await pressAndSee('The applicant: ANIL SHARMA · Male', screen.getByText(/^11 of/));
  await expect.poll(facts).toEqual({
    ...{ person_met: 'ANIL SHARMA', relationWithApp: 'Self', personContacted: 'MALE' },
  });
  goTo(`/visit/${visitId}/questions/8`);
  await textbox.fill('Hema Sharma');
  await expect.poll(facts).toMatchObject({ relationWithApp: '', personContacted: '' });
  await textbox.fill('Hema Sharma');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^9 of/)).toBeVisible();
  await pressAndSee('Female', screen.getByText(/^10 of/));
});

// Covers: visit-form-7
test('takes “the same address” for other addresses', async () => {
  const { screen, facts } = await openVisit('questions/25');
  for (const question of ['Permanent address', 'Where did the applicant live before?']) {
    await expectHeading(question);
    await screen.getByRole('button', { name: 'Same as this address' }).click();
  }
  const permanentParentAddress = 'Same as residence address';
  await expect
    .poll(facts)
    .toMatchObject({ permanentParentAddress, previousAddress: permanentParentAddress });
});

test('counts all digits typed faster than they can be saved, up to six, without leading zeros', async () => {
  const { screen, facts } = await openVisit('questions/16');
  await expect.element(screen.getByText(/^16 of/)).toBeVisible();
  await screen.getByRole('button', { name: 'Another number' }).click();
  await pressFast(screen, '0', '1', '2', '5');
  await expect.element(screen.getByRole('status')).toHaveTextContent('125');
  await expect.poll(facts).toMatchObject({ totalFamilyMember: '125' });
  await pressFast(screen, '6', '7', '8', '9');
  await expect.element(screen.getByRole('status')).toHaveTextContent('125678');
  await expect.poll(facts).toMatchObject({ totalFamilyMember: '125678' });
  await pressAndSee('Next', screen.getByText(/^17 of/));
  await screen.getByRole('button', { name: 'Back' }).click();
  await screen.getByRole('button', { name: 'Delete a digit' }).click();
  await expect.poll(facts).toMatchObject({ totalFamilyMember: '12567' });
});

test('opens the keypad for a number that has no suggestions', async () => {
  const task = { ...anil(), visit_type: 'OFFICE' };
  const { questions } = planOf({ task, outcome: 'met', isFinal: true });
  const at = questions.findIndex(({ name }) => name === 'office_area') + 1;
  const { screen, facts } = await openVisit(`questions/${at}`, {}, { task });
  await screen.getByRole('button', { name: '5' }).click();
  await expect.poll(facts).toEqual({ office_area: '5' });
});

test("skips a photo that can't be taken, with a reason, until it can", async () => {
  const { visitId, screen, draft } = await openVisit('photos');
  await expectText('0 of 5 taken. 3 or more are needed.');
  await screen.getByRole('button', { name: 'Can’t take a photo' }).click();
  await screen.getByRole('button', { name: 'Name plate' }).click();
  await pressAndSee('Can’t be seen', screen.getByText('Not taken: Can’t be seen'));
  const skipped = [{ shows: 'nameplate', reason: 'not_visible' }];
  await expect.poll(draft).toMatchObject({ skipped });
  // Back does not lead again through the lists of subjects and reasons.
  await pressAndSee('Back', screen.getByRole('heading', { name: 'What did you find?' }));
  goTo(`/visit/${visitId}/photos`);
  const possible = screen.getByRole('button', { name: 'I can take it now' });
  await pressAndSee(/^Name plate/, possible);
  await pressAndSee(possible, screen.getByRole('button', { name: 'Take: Name plate' }));
  await expect.poll(draft).toMatchObject({ skipped: [] });
});

test('leads from the summary to what is missing before the visit can be finished', async () => {
  const { screen } = await openVisit('summary', { fixes }, allPhotos);
  await expectHeading('Almost ready');
  await expect.poll(countPictures).toBe(5);
  const missing = (name: RegExp) => screen.getByRole('button', { name }).last();
  await missing(/^Ask for a signature/).click();
  await screen.getByRole('button', { name: 'Not asked to sign' }).click();
  await missing(/^Choose Positive or Negative/).click();
  const chosen = screen.getByRole('button', { name: /^Positive/, pressed: true });
  await pressAndSee(/^Positive/, chosen);
  await expect.poll(countTicks).toBe(1);
  await screen.getByRole('button', { name: 'Next' }).click();
  await pressAndSee('Finish visit', screen.getByText('Anil Sharma, 5 photos'));
  await expect.poll(async () => (await database()).count('drafts')).toBe(0);
});

test('returns to the summary from the steps that it opened', async () => {
  const { visitId, screen, draft } = await openVisit('summary', { fixes });
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
  await expect.poll(draft).toMatchObject({ step: 'photos' });
});

test('asks only unanswered questions from the summary, then returns to it', async () => {
  const { visitId, screen, draft } = await openVisit('summary', { fixes });
  const { questions } = planOf({ task: anil(), outcome: 'met', isFinal: true });
  const answerOf = ({ options, kind }: (typeof questions)[number]) =>
    options?.[0] ?? (kind === 'count' ? '2' : 'As seen');
  await changeDraft(visitId, (before) =>
    questions
      .filter((_, index) => index !== 2 && index !== 9)
      .reduce((now, one) => withAnswer(now, one, answerOf(one)), before),
  );
  const all = questions.length;
  await pressAndSee(new RegExp(`^${all - 2} of ${all} answered`), screen.getByText(`3 of ${all}`));
  await pressAndSee('Skip', screen.getByText(`10 of ${all}`));
  await pressAndSee('Skip', screen.getByRole('heading', { name: 'Almost ready' }));
  await expect.poll(draft).toMatchObject({ step: 'summary' });
});

test('asks a visit that was sent back for a photo for that photo only', async () => {
  const { visitId, screen } = await openVisit('found', atDoor, { task: sunita() });
  await pressAndSee('Met someone', screen.getByRole('heading', { name: 'Take photo: Name plate' }));
  await pressAndSee('Done', screen.getByRole('button', { name: 'Take: Name plate' }));
  await expect.element(screen.getByRole('button', { name: 'Take: Door' })).not.toBeInTheDocument();
  await savePhoto(visitId, 'nameplate');
  await pressAndSee('Next', screen.getByRole('heading', { name: 'What do you think?' }));
  goTo(`/task/${sunita().id}`);
  await expectHeading('Name plate unreadable. Take it again.');
  await expect.element(screen.getByText('Photo unclear')).toBeVisible();
});

// Covers: field-app-22
test("does not show or use a choice that can't be saved", async () => {
  const { screen, draft } = await openVisit('again', { outcome: 'locked' }, { photos: ['door'] });
  const last = screen.getByRole('button', { name: 'No, this was the last visit' });
  await expect.element(last).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(draft).toMatchObject({ step: 'again' });
  simulateFullStore('drafts');
  await screen.getByRole('button', { name: 'Tomorrow morning' }).click();
  await expectFull();
  await expect.element(last).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: 'Finish' })).not.toBeInTheDocument();
});

// Covers: field-app-9
test('says why a visit is not finished, and names what the office would reject', async () => {
  const { visitId, screen } = await openVisit('summary', whole, allPhotos);
  const finish = screen.getByRole('button', { name: 'Finish visit' });
  const failed = 'The visit is not finished';
  simulateFullStore('photos');
  await pressAndSee(finish, screen.getByText(`${failed}: this phone couldn’t save it.`));
  endTroubles();
  simulateFailingStore('photos');
  await pressAndSee(finish, screen.getByText(`${failed}.`, { exact: true }));
  endTroubles();
  // These are more photos than the office accepts in one visit.
  await changeDraft(visitId, (draft) => ({
    ...draft,
    photos: [...draft.photos, ...draft.photos, ...draft.photos],
  }));
  vi.spyOn(globalThis, 'reportError').mockReturnValue();
  await finish.click();
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('To be corrected: Photos')).toBeVisible();
  await expect.element(alert.getByText(/space/)).not.toBeInTheDocument();
});

test('leaves no empty screen when Back leads to a question that another outcome does not ask', async () => {
  const { screen } = await openVisit('questions/20', { outcome: 'untraceable' });
  await expectHeading('What did you find?');
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
  // No photo is wanted, so the camera does not open.
  await pressAndSee('Not safe', screen.getByRole('heading', { name: 'Photos' }));
});
