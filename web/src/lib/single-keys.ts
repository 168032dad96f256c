import { browserChoice } from './browser-choice.ts';

const choice = browserChoice('single-keys', ['on', 'off'], 'on');

/** Switches keys that act without Ctrl or Alt on or off, in this browser. */
export const switchSingleKeys = (isOn: boolean): void => choice.choose(isOn ? 'on' : 'off');

/** Whether single keys act: who speaks to the computer, or holds keys down by chance, switches them off. */
export const useSingleKeys = (): boolean => choice.use() === 'on';
