/** As `ref`: focuses an element that appears after a tap. The attribute `autofocus` works only when the page loads. */
export const focus = (element: HTMLElement | null): void => element?.focus();
