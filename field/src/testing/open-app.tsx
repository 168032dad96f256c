import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import { type Draft, readDraft } from '../lib/visit/draft.ts';
import { prepareVisit } from './day.ts';

export function openApp(address = '/') {
  history.replaceState(null, '', `/field${address}`);
  return render(<App />);
}

/** Records whether the app prevents the browser's own action for the next click. */
export function watchNextClick() {
  const readPrevented = vi.fn((event: Event) => event.defaultPrevented);
  window.addEventListener('click', readPrevented, { once: true });
  return readPrevented;
}

export type Screen = Awaited<ReturnType<typeof openApp>>;

/**
 * Opens a step of a visit in which the agent met someone, unless `fields` say otherwise. Returns functions
 * that read the draft and its facts.
 */
export async function openVisit(
  step: string,
  fields: Partial<Draft> = {},
  more: Parameters<typeof prepareVisit>[2] = {},
) {
  const met = { outcome: 'met', isFinal: true, ...fields } as const;
  const { visitId, address } = await prepareVisit(step, met, more);
  const screen = await openApp(address);
  const draft = () => readDraft(visitId);
  return { visitId, screen, draft, facts: async () => (await draft())?.facts };
}

export const expectHeading = (name: string | RegExp) =>
  expect.element(page.getByRole('heading', { name })).toBeVisible();

/** Expects that a heading has taken the focus, as it does when its screen appears. */
export const expectFocus = (heading: string) =>
  expect.element(page.getByRole('heading', { name: heading })).toHaveFocus();

export const expectText = (text: string | RegExp) =>
  expect.element(page.getByText(text)).toBeVisible();

/** Returns the number of pictures that the screen has loaded. */
export const countPictures = () =>
  [...document.querySelectorAll('img')].filter(({ naturalWidth }) => naturalWidth > 0).length;

/** Returns the number of check marks, of which each chosen answer or taken photo has one. */
export const countTicks = () => document.querySelectorAll('.lucide-check').length;

/** Expects the alert of a full phone. Returns the alert. */
export async function expectFull() {
  const alert = page.getByRole('alert').getByText('Not saved: this phone is full');
  await expect.element(alert).toBeVisible();
  return alert;
}
