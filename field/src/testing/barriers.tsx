import { languages } from '@doorstep/contract/languages';
import axe from 'axe-core';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import words from '../words/en.json';
import { showLanguage } from '../words/language.ts';
import { alarm, type ScreenState } from './screen-state.ts';
import { buttonsOf } from './screen-states.ts';
import { endTroubles } from './troubles.ts';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Returns the elements that are wider than the phone, the buttons that are too small for a thumb, and the
 * texts that are cut off.
 */
function misfits(): string[] {
  const phone = document.querySelector('.phone');
  if (!phone) return ['There is no phone.'];
  const edge = phone.getBoundingClientRect().right + 1;
  const isScrolledAside = (element: Element) => element.closest('.overflow-x-auto') !== null;
  const found: string[] = [];
  for (const element of phone.querySelectorAll('button, a, input, textarea, h1, h2, h3, p, li')) {
    const { right, width, height } = element.getBoundingClientRect();
    const name = `${element.tagName} ${element.textContent.slice(0, 30)}`;
    if (right > edge && !isScrolledAside(element)) found.push(`too wide: ${name}`);
    const isPressed = element.matches('button, a') && width > 0;
    if (isPressed && Math.min(width, height) < 47.5) {
      found.push(`too small: ${name}, ${Math.round(width)} x ${Math.round(height)}`);
    }
    // Long words must not extend beyond their element, for example over a button next to it.
    const isBlock =
      element.textContent !== '' && element.clientWidth > 0 && !element.closest('.sr-only');
    if (isBlock && element.scrollWidth > element.clientWidth + 1 && !isScrolledAside(element)) {
      found.push(`cut off: ${name}`);
    }
  }
  return found;
}

/**
 * Returns the fields whose text the browser would write to the disk unencrypted. The account's name may be
 * written. The browser never writes the text of a password field.
 */
function savedFields(): string[] {
  const own = 'input:not([type=password], [autocomplete=username], [autocomplete=off])';
  const fields = document.querySelectorAll(`${own}, textarea:not([autocomplete=off])`);
  return Array.from(fields, ({ outerHTML }) => outerHTML);
}

async function expectNoMisfit(size: string): Promise<void> {
  for (const language of languages.toReversed()) {
    await showLanguage(language);
    await new Promise(requestAnimationFrame);
    expect.soft(misfits(), `${size}, ${language}`).toEqual([]);
  }
}

async function findings(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: standard,
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/**
 * Expects no accessibility violation in either theme, and that the screen fits in each language, even with
 * text twice as large.
 */
export async function expectNoBarrier(state: ScreenState): Promise<void> {
  onTestFinished(async () => {
    endTroubles();
    await showLanguage('en');
    document.documentElement.removeAttribute('style');
    history.replaceState(null, '', '/');
  });
  document.documentElement.setAttribute('lang', 'en');
  history.replaceState(null, '', `/field${await state.prepare()}`);
  const screen = await render(<App />);
  for (const name of buttonsOf(state, words))
    await screen.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => document.querySelector('h1:not(.late *)')).not.toBeNull();
  if (state.isAlarmed) await expect.poll(() => document.querySelector(alarm)).not.toBeNull();
  expect.soft(savedFields()).toEqual([]);
  for (const scheme of ['light', 'dark']) {
    document.documentElement.style.colorScheme = scheme;
    expect.soft(await findings(), scheme).toEqual([]);
  }
  await expectNoMisfit('at the usual size of text');
  document.documentElement.style.fontSize = '200%';
  // A container query in rem is evaluated again only when the container's size changes.
  const phone = document.querySelector<HTMLElement>('.phone');
  phone?.style.setProperty('block-size', '639px');
  await expect
    .poll(() => phone && getComputedStyle(phone.querySelector('.screen') ?? phone).overflowY)
    .not.toBe('visible');
  await expectNoMisfit('at twice the size of text');
}
