import { useEffect, useRef } from 'react';

const SHOW_DELAY = 350;
const HIDE_DELAY = 80;
const GAP = 6;

function cutCell(node: Element): Element | null {
  const cell = node.closest('[data-whole]');
  return cell && cell.scrollWidth > cell.clientWidth ? cell : null;
}

/**
 * The only tooltip of the page, because a tooltip for each button would slow down a table with forty
 * buttons. It shows the `data-tip` of the hovered or focused element, or the whole text of a cut cell.
 */
export function TooltipHost() {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const tip = ref.current;
    if (!tip) return;
    let target: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const show = () => {
      const text = target?.getAttribute('data-tip') ?? target?.textContent;
      if (!target?.isConnected || !text) return;
      tip.textContent = text;
      tip.showPopover();
      const at = target.getBoundingClientRect();
      const own = tip.getBoundingClientRect();
      const left = at.left + at.width / 2 - own.width / 2;
      const above = at.top - own.height - GAP;
      tip.style.left = `${Math.max(GAP, Math.min(left, innerWidth - own.width - GAP))}px`;
      tip.style.top = `${above > GAP ? above : at.bottom + GAP}px`;
    };
    const hide = () => {
      clearTimeout(timer);
      target = null;
      if (tip.matches(':popover-open')) tip.hidePopover();
    };
    const aim = (next: Element | null, delay: number) => {
      if (next === target) return clearTimeout(timer);
      clearTimeout(timer);
      if (!next) {
        timer = setTimeout(hide, HIDE_DELAY);
        return;
      }
      const isOpen = tip.matches(':popover-open');
      target = next;
      timer = setTimeout(show, isOpen ? 0 : delay);
    };
    const tipped = (node: EventTarget | null) =>
      node instanceof Element ? (node.closest('[data-tip]') ?? cutCell(node)) : null;

    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      if (event.target === tip) clearTimeout(timer);
      else aim(tipped(event.target), SHOW_DELAY);
    };
    const onFocus = (event: FocusEvent) => {
      const next = tipped(event.target);
      if (next?.matches(':focus-visible')) aim(next, 0);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: true };
    document.addEventListener('pointerover', onOver, options);
    document.addEventListener('focusin', onFocus, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('scroll', hide, options);
    document.addEventListener('keydown', onKey, options);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);

  return (
    <div
      ref={ref}
      popover="manual"
      aria-hidden
      className="fixed inset-auto m-0 max-w-72 wrap-anywhere rounded-md bg-ink px-2 py-1 text-xs text-paper"
    />
  );
}
