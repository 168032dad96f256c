import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still mounted, for an answer that arrives later. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
