import type { MouseEvent } from 'react';

/** Closes the popover around a followed link. It would stay open, because the click was inside. */
export function closePopover(event: MouseEvent<HTMLElement>): void {
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
