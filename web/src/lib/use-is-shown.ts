import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still mounted. A server's answer may arrive after the component was unmounted. */
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
