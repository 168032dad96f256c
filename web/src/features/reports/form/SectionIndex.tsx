import { type ReactNode, type RefObject, useEffect, useState } from 'react';

export function SectionIndex({
  titles,
  notes,
  scroller,
}: {
  titles: readonly string[];
  /** The line to show below each title, if it is not empty. */
  notes: readonly ReactNode[];
  /** The element that scrolls. It contains an element with `data-section` for each title, in this order. */
  scroller: RefObject<HTMLElement | null>;
}) {
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const follow = () => {
      const sections = [...element.querySelectorAll<HTMLElement>('[data-section]')];
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 4;
      const reached = sections.findLastIndex(
        (section) => section.offsetTop - element.offsetTop <= element.scrollTop + 48,
      );
      setCurrent(isAtEnd ? sections.length - 1 : Math.max(0, reached));
    };
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller]);

  const go = (index: number) => {
    const section = scroller.current?.querySelectorAll<HTMLElement>('[data-section]')[index];
    section?.scrollIntoView({ block: 'start' });
    section
      ?.querySelector<HTMLElement>('input, select, textarea, button')
      ?.focus({ preventScroll: true });
    setCurrent(index);
  };

  return (
    <nav
      aria-label="Sections"
      className="hidden w-52 shrink-0 overflow-y-auto border-e border-rule py-3 md:block"
    >
      <ol>
        {titles.map((title, index) => (
          <li key={title}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => go(index)}
              className={`block w-full border-s-2 py-1.5 ps-4.5 pe-3 text-start text-sm leading-5 ${index === current ? 'border-accent bg-accent-soft font-semibold text-accent' : 'border-transparent text-muted hover:bg-hover hover:text-ink'}`}
            >
              {title}
              <span className="block text-xs font-normal text-muted empty:hidden">
                {notes[index]}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
