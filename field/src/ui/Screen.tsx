import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface ScreenProps {
  header?: ReactNode;
  /** Content within reach of the thumb that never scrolls away. */
  foot?: ReactNode;
  children: ReactNode;
  /** Identifies the content. When it changes, the screen scrolls to the top. */
  content?: string | undefined;
  /** Whether the last part of the content is at the bottom, near the thumb. */
  isLow?: boolean | undefined;
  isDeep?: boolean;
  /**
   * Whether the content has nothing to press. Such content can get the focus, so that the keyboard can scroll
   * it.
   */
  isRead?: boolean;
  className?: string;
}

export function Screen(props: ScreenProps) {
  const { header, foot, children, content, isLow, isDeep, isRead, className = 'p-4' } = props;
  const ground = isDeep ? 'bg-pine text-on-pine' : 'bg-paper text-ink';
  const screen = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // A new `main` starts at the top. With large text, the whole screen scrolls instead of `main`, and must
    // be scrolled back.
    if (content !== undefined) screen.current?.scrollTo(0, 0);
  }, [content]);
  return (
    <div ref={screen} className={`screen relative isolate ${ground}`}>
      {header}
      <main
        key={content}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isRead ? 0 : undefined}
        className={`screen-main ${isLow ? 'is-low' : ''} ${className}`}
      >
        {children}
      </main>
      {foot}
    </div>
  );
}

/** Takes the focus when the screen opens, so that a screen reader starts there. */
export function Heading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`text-2xl leading-tight font-bold text-balance outline-none ${className}`}
    >
      {children}
    </h1>
  );
}

export function Bar({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className="flex min-h-14 flex-none items-center gap-2 bg-pine py-1 ps-4 pe-1 text-on-pine">
      <Heading className="min-w-0 flex-1 text-xl! wrap-anywhere">{title}</Heading>
      {children}
    </header>
  );
}

export function Actions({ children, isRuled }: { children: ReactNode; isRuled?: boolean }) {
  const rule = isRuled ? 'border-t border-rule pt-2' : 'pt-2';
  return (
    <div className={`screen-foot flex flex-none flex-wrap gap-2 bg-paper px-3 ${rule}`}>
      {children}
    </div>
  );
}
