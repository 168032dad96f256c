import { expect, type Page } from '@playwright/test';
import {
  answerNotAtDoor,
  crop,
  dragToTop,
  goTo,
  next,
  readCalls,
  readQueue,
  sign,
} from './phone.ts';

/** The parts of the open visit that the app has shown as saved. */
interface Kept {
  visitId: string;
  taskId: number;
  outcome?: string;
  hasPhoto?: boolean;
  hasDocument?: boolean;
  isCropped?: boolean;
  hasPlate?: boolean;
  isSigned?: boolean;
  /** Set just before Finish is pressed. If the browser is killed then, the visit may be finished or not. */
  isFinishing?: boolean;
}

export interface Work {
  page: Page;
  note: Note;
  /** The ids of the tasks: one for attempts, two that are only dragged, and one for each final visit. */
  tasks: readonly [attempts: number, dragged: number, other: number, ...last: number[]];
}

/** Works until the browser is killed. Records each step as soon as the app shows that the step is saved. */
export async function workForEver(work: Work): Promise<never> {
  const { note } = work;
  const turns = [makeVisit, callAgain, makeVisit, dragAgain];
  for (;;) {
    await turns[note.turn % turns.length]?.(work);
    note.turn += 1;
  }
}

async function callAgain({ page, note, tasks: [taskId] }: Work): Promise<void> {
  await goTo(page, `/task/${taskId}`);
  await page.getByRole('link', { name: 'Call', exact: true }).click();
  await page.getByRole('link', { name: /^How did the call go/ }).click();
  // After a kill, the app asks again how the interrupted call went.
  const listAsked = async () => (await readCalls(page)).filter(({ state }) => state === 'asked');
  for (let left = (await listAsked()).length; left > 0; left -= 1) {
    await page.getByRole('button', { name: 'Switched off' }).click();
    await expect.poll(async () => (await listAsked()).length).toBe(left - 1);
  }
  for (const { id } of await readCalls(page)) note.calls.add(id);
}

async function dragAgain({ page, note, tasks: [, one, other] }: Work): Promise<void> {
  await goTo(page, '/order');
  await page.locator('[data-stop]').first().waitFor();
  const isFirst = page.locator(`[data-stop="${one}"][style*="order: 0"]`);
  const id = (await isFirst.count()) > 0 ? other : one;
  note.first = undefined;
  await dragToTop(page, id);
  note.first = id;
}

async function takePhoto(page: Page, visit: string, shows: string, name: string): Promise<void> {
  await goTo(page, `${visit}/camera/${shows}`);
  await page.getByRole('button', { name: `Take photo: ${name}` }).click();
  await page
    .getByRole('button', { name: `Look at ${name}` })
    .first()
    .waitFor();
}

async function openVisit({ page, note }: Work, taskId: number, outcome: string) {
  await goTo(page, `/task/${taskId}`);
  const button = page.getByRole('button', { name: /^(Start|Continue) visit$/ });
  const isBegun = (await button.textContent()) === 'Continue visit';
  await button.click();
  await page.waitForURL('**/field/visit/**');
  if (isBegun) await answerNotAtDoor(page);
  const visitId = page.url().split('/')[5] ?? '';
  const open = note.open?.visitId === visitId ? note.open : note.begin(visitId, taskId);
  const visit = `/visit/${visitId}`;
  if (!open.outcome) {
    await goTo(page, `${visit}/found`);
    await page.getByRole('button', { name: outcome }).click();
    await page.waitForURL('**/camera/*');
    open.outcome = outcome;
  }
  if (!open.hasPhoto) {
    await takePhoto(page, visit, 'door', 'Door');
    open.hasPhoto = true;
  }
  return { open, visit };
}

async function finish(page: Page, note: Note, open: Kept, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.waitFor();
  open.isFinishing = true;
  await button.click();
  await page.getByRole('heading', { name: 'Saved safely on this phone' }).waitFor();
  note.finish();
}

async function makeVisit(work: Work): Promise<void> {
  const { note, tasks } = work;
  const [attempts, , , ...last] = tasks;
  const isLast = note.finished.size % 2 === 1;
  const taskId = note.open?.taskId ?? ((isLast && last[note.lastVisits]) || attempts);
  await (taskId === attempts ? tryLockedDoor(work, taskId) : makeLastVisit(work, taskId));
}

async function tryLockedDoor(work: Work, taskId: number): Promise<void> {
  const { page, note } = work;
  const { open, visit } = await openVisit(work, taskId, 'Locked');
  await goTo(page, `${visit}/again`);
  await page.getByRole('button', { name: 'Tomorrow morning' }).click();
  await page.getByRole('button', { name: 'Tomorrow morning', pressed: true }).waitFor();
  await finish(page, note, open, 'Finish');
}

async function makeLastVisit(work: Work, taskId: number): Promise<void> {
  const { page, note } = work;
  const { open, visit } = await openVisit(work, taskId, 'Met someone');
  if (!open.hasDocument) {
    await takePhoto(page, visit, 'document', 'Document');
    open.hasDocument = true;
  }
  if (!open.isCropped) {
    await goTo(page, `${visit}/photos`);
    await page.getByRole('button', { name: 'Document, taken' }).first().click();
    await crop(page);
    open.isCropped = true;
  }
  if (!open.isSigned) {
    await goTo(page, `${visit}/sign`);
    await sign(page);
    await page.getByRole('heading', { name: 'Neighbours' }).waitFor();
    open.isSigned = true;
  }
  if (!open.hasPlate) {
    // The office requires three photos.
    await takePhoto(page, visit, 'nameplate', 'Name plate');
    open.hasPlate = true;
  }
  await goTo(page, `${visit}/result`);
  await page.getByRole('button', { name: /^Positive/ }).click();
  await page.getByLabel('Your remark').fill('Met at home.');
  await next(page);
  await finish(page, note, open, 'Finish visit');
}

export class Note {
  /**
   * The number of the next step. Each kill also increases this number. Otherwise, a slow machine that never
   * finishes a step between two kills would repeat the same step.
   */
  turn = 0;
  /** The stop that was dragged to the top. Undefined while a stop is being dragged. */
  first: number | undefined;
  lastVisits = 0;
  readonly calls = new Set<string>();
  readonly finished = new Set<string>();
  open: Kept | undefined;

  begin(visitId: string, taskId: number): Kept {
    this.open = { visitId, taskId };
    return this.open;
  }

  finish(): void {
    if (!this.open) return;
    this.finished.add(this.open.visitId);
    if (this.open.isSigned) this.lastVisits += 1;
    this.open = undefined;
  }
}

/** Expects that, after a restart, the unlocked app still has everything that it showed as saved. */
export async function checkKept(page: Page, note: Note): Promise<void> {
  const queue = await readQueue(page);
  const there = new Map(queue.map((visit) => [visit.visitId, visit]));
  if (note.open?.isFinishing && there.has(note.open.visitId)) note.finish();
  for (const id of note.finished) {
    const visit = there.get(id);
    expect(visit, `${id} was called kept`).toBeDefined();
    expect(visit?.isReceived || visit?.isWhole, `${id} has its photo`).toBe(true);
  }
  const calls = (await readCalls(page)).filter(({ state }) => state !== 'asked');
  expect(calls.map(({ id }) => id)).toEqual(expect.arrayContaining([...note.calls]));
  if (note.first) {
    await goTo(page, '/order');
    await expect(page.locator(`[data-stop="${note.first}"]`)).toHaveAttribute('style', /order: 0;/);
  }
  const { open } = note;
  if (!open?.outcome) return;
  const visit = `/visit/${open.visitId}`;
  await goTo(page, `${visit}/found`);
  await answerNotAtDoor(page);
  await expect(page.getByRole('button', { name: open.outcome, pressed: true })).toBeVisible();
  if (open.hasPhoto) {
    await goTo(page, `${visit}/photos`);
    await expect(page.getByRole('button', { name: 'Door, taken' }).first()).toBeVisible();
  }
  if (open.isCropped) {
    await page.getByRole('button', { name: 'Document, taken' }).first().click();
    await expect(page.getByText(/· cropped$/)).toBeVisible();
  }
  if (open.isSigned) {
    await goTo(page, `${visit}/sign`);
    await expect(page.getByRole('img', { name: /signed$/ })).toBeVisible();
  }
}
