import type { AgentTask } from '@doorstep/contract/visits/phone';
import { openPhone } from './day.ts';

interface Shown {
  /**
   * The buttons to press after opening: the key of the button's text (with the name to fill in), or the text
   * itself if it is the same in each language.
   */
  press?: readonly (string | readonly [key: string, name: string])[];
  /** Whether an alert, or a notice with `isNews`, appears shortly after opening. */
  isAlarmed?: boolean;
}

export interface ScreenState extends Shown {
  name: string;
  /** Returns the address to open. */
  prepare: () => Promise<string>;
}

interface Given extends Shown {
  tasks?: () => AgentTask[];
  /** The preparations on the phone before the address is opened, in this order. */
  given?: readonly (() => unknown)[];
}

/** Describes a screen. The phone is unlocked before `given` runs. */
export const state = (
  name: string,
  address: string,
  { tasks = () => [], given = [], ...shown }: Given = {},
): ScreenState => ({
  ...{ name, ...shown },
  prepare: async () => {
    await openPhone(tasks());
    for (const step of given) await step();
    return address;
  },
});

export const alarm = '[role=alert]:not(:empty), [role=status] > svg';

export const buttonsOf = ({ press = [] }: ScreenState, words: Record<string, string>) =>
  press.map((button) => {
    const [key, name] = typeof button === 'string' ? [button, ''] : button;
    return (words[key] ?? key).replace('{name}', name);
  });
