import { useEffect, useRef } from 'react';

/** A new case is read from its name on: a screen reader hears it once. */
export function useFocusOnName(id: string | undefined) {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (id !== undefined) name.current?.focus({ preventScroll: true });
  }, [id]);
  return name;
}
