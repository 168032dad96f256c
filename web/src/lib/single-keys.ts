import { browserChoice } from './browser-choice.ts';

const choice = browserChoice('single-keys', ['on', 'off'], 'on');

/** Turns shortcuts without Ctrl or Alt on or off, in this browser. */
export const switchSingleKeys = (isOn: boolean): void => choice.choose(isOn ? 'on' : 'off');

/** Whether these shortcuts are on. Users of speech input, for example, turn them off. */
export const useSingleKeys = (): boolean => choice.use() === 'on';
