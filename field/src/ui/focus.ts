/**
 * Focuses an element that appears after a tap, if passed as its `ref`. The attribute `autofocus` works only
 * when the page loads.
 */
export const focus = (element: HTMLElement | null): void => element?.focus();
