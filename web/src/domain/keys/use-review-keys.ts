import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useSingleKeys } from '../../lib/single-keys.ts';

const typesInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';
const pressedBySpace = 'button, a, summary, input';
// Choices (buttons with a `role`) are excluded, because Enter on a choice submits the form.
const pressedByEnter = 'button:not([role]), a, summary';
const scrolledByArrows = '[data-scrolls]';

/** The action of each key, by its name in lower case: `p`, `arrowleft`, ` `, `ctrl+z`. */
export type ReviewKeys = Record<string, (() => void) | undefined>;

/**
 * Runs the actions of keys while `isOn`, except in inputs and popovers. A key that the focused element uses,
 * such as Enter on a link, is left to the element. If the user has switched single-key shortcuts off, only
 * Escape and Ctrl+Z work. With `frame`, keys work only while the focus is inside that element.
 */
export function useReviewKeys(
  keys: ReviewKeys,
  isOn: boolean,
  frame?: RefObject<HTMLElement | null>,
): void {
  const areOn = useSingleKeys();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event;
    if (!isOn || repeat || altKey || defaultPrevented || !(target instanceof Element)) return;
    if (frame && !frame.current?.contains(target)) return;
    if (target.closest(typesInto) || target.closest('[popover]')) return;
    const plain = event.key.toLowerCase();
    if (plain === ' ' && target.closest(pressedBySpace)) return;
    if (plain === 'enter' && target.closest(pressedByEnter)) return;
    if (plain.startsWith('arrow') && target.closest(scrolledByArrows)) return;
    const key = ctrlKey || metaKey ? `ctrl+${plain}` : plain;
    const act = keys[key];
    if (!act || !(areOn || key === 'escape' || key === 'ctrl+z')) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
