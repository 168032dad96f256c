import type { PhotoSubject } from '@doorstep/contract/visits/manifest';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { type Draft, readDraft } from '../lib/visit/draft.ts';
import { anil, beginVisit, openPhone, savePhoto } from './day.ts';

export function openApp(address = '/') {
  history.replaceState(null, '', `/field${address}`);
  return render(<App />);
}

export type Screen = Awaited<ReturnType<typeof openApp>>;

/**
 * Opens a step of a visit in which the agent met someone. `fields` replace parts of its draft, and
 * `:sha256` in `step` stands for its last photo. Returns functions that read the draft and its facts.
 */
export async function openVisit(
  step: string,
  fields: Partial<Draft> = {},
  { task = anil(), photos = [] as readonly PhotoSubject[] } = {},
) {
  await openPhone([task]);
  const visitId = await beginVisit(task, { outcome: 'met', isFinal: true, ...fields });
  let sha256 = '';
  for (const shows of photos) ({ sha256 } = await savePhoto(visitId, shows));
  const screen = await openApp(`/visit/${visitId}/${step.replace(':sha256', sha256)}`);
  const draft = () => readDraft(visitId);
  return { visitId, screen, draft, facts: async () => (await draft())?.facts };
}

export const expectHeading = (name: string | RegExp) =>
  expect.element(page.getByRole('heading', { name })).toBeVisible();

/** Expects the alert of a full phone. Returns the alert. */
export async function expectFull() {
  const alert = page.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
  return alert;
}
