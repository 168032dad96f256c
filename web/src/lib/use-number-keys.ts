import { useEffect, useEffectEvent } from 'react';
import { useSingleKeys } from './single-keys.ts';

const typedInto = 'textarea, select, input:not([type=checkbox], [type=radio])';

/**
 * Makes the keys 1 to 9 choose one of the first nine choices, unless the user is typing. Returns whether the
 * keys work, because single-key shortcuts can be off.
 */
export function useNumberKeys<Choice>(
  choices: readonly Choice[],
  choose: (choice: Choice) => void,
): boolean {
  const areOn = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const choice = choices[Number(event.key) - 1];
    const isTyping = event.target instanceof Element && event.target.matches(typedInto);
    if (!areOn || choice === undefined || isTyping || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(choice);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return areOn;
}
