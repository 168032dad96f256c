/** As `ref`: what appears by a press gets the focus. The attribute `autofocus` does that for what a page begins with only. */
export const focus = (element: HTMLElement | null): void => element?.focus();
