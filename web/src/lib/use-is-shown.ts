import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the component is still mounted. A server's answer may arrive after the component was unmounted. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  // The cleanup of a layout effect runs when the component is removed. That of an effect runs later, and an
  // answer in between would be taken for one on the screen.
  useLayoutEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
