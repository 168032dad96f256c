import { useEffect, useRef } from 'react';

/** Focuses the name of a new case, so that a screen reader announces the name once. */
export function useFocusOnName(id: string | undefined) {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id !== undefined) name.current?.focus({ preventScroll: true });
  }, [id]);
  return name;
}
