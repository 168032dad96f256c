import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onDrop` when files are dropped anywhere in the window, with the first of them. Returns true while
 * something is dragged over the window. If `isDisabled`, ignores drops and returns false.
 */
export function useDroppedFile(isDisabled: boolean, onDrop: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer?.files ?? [];
    if (dropped && !isDisabled) onDrop(dropped);
  });
  useEffect(() => {
    const hover = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => take(event);
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver && !isDisabled;
}
