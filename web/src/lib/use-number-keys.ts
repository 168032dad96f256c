import { useEffect, useEffectEvent } from 'react';

const typedInto = 'textarea, select, input:not([type=checkbox], [type=radio])';

/** The keys 1 to 9 choose the first, the second and so on, wherever nobody types. */
export function useNumberKeys<Choice>(
  choices: readonly Choice[],
  choose: (choice: Choice) => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const choice = choices[Number(event.key) - 1];
    const isTyping = event.target instanceof Element && event.target.matches(typedInto);
    if (choice === undefined || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(choice);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
