import type { MouseEvent } from 'react';

/** Closes the popover that contains a followed link, because a click inside a popover does not close it. */
export function closePopover(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
