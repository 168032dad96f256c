import { browserChoice } from './browser-choice.ts';

const choice = browserChoice('single-keys', ['on', 'off'], 'on');

/** Turns shortcuts without Ctrl or Alt on or off, in this browser. */
export const switchSingleKeys = (isOn: boolean): void => choice.choose(isOn ? 'on' : 'off');

/**
 * Whether single-key shortcuts are on. Users of speech input and users who press keys by accident turn the
 * shortcuts off.
 */
export const useSingleKeys = (): boolean => choice.use() === 'on';
