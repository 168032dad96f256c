import { browserChoice } from './browser-choice.ts';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

const choice = browserChoice('theme', themes, 'system');

export function applyTheme(): void {
  const theme = choice.get();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

choice.subscribe(applyTheme);
export const chooseTheme = choice.choose;
export const useTheme = choice.use;
