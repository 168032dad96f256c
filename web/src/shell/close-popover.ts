import type { MouseEvent } from 'react';

/** Closes the popover that a followed link stands in: nothing outside it was clicked, so it would stay open. */
export function closePopover(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
