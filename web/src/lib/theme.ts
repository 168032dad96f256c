import { browserChoice } from './browser-choice.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const choice = browserChoice('theme', themes, 'system');

/** Puts the chosen theme on the document; `system` leaves it to the operating system. */
export function applyTheme(theme: Theme = choice.get()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  choice.choose(theme);
}

export const useTheme = (): Theme => choice.use();
