import { useState } from 'react';

interface View {
  id: string | undefined;
  photo: number;
  /** 0 as large as fits, 1 pixel for pixel, above that larger. */
  zoom: number;
  turns: number;
  isPlaceLarge: boolean;
}

const start = (id: string | undefined): View => ({
  id,
  photo: 0,
  zoom: 0,
  turns: 0,
  isPlaceLarge: false,
});
const most = 4;

/** Which photo of a case is shown, and how; each case starts afresh. */
export function useCaseView(id: string | undefined, count: number) {
  const [stored, setStored] = useState(() => start(id));
  const view = stored.id === id ? stored : start(id);
  const set = (change: Partial<View>) => setStored({ ...view, ...change });
  const photo = Math.min(view.photo, Math.max(count - 1, 0));
  const show = (index: number) => {
    if (index >= 0 && index < count) set({ ...start(id), photo: index });
  };
  return {
    ...view,
    photo,
    count,
    show,
    next: () => show((photo + 1) % Math.max(count, 1)),
    previous: () => show((photo + count - 1) % Math.max(count, 1)),
    toggleZoom: () => set({ zoom: view.zoom > 0 ? 0 : 1, isPlaceLarge: false }),
    zoomBy: (step: 0.5 | -0.5) =>
      set({ zoom: Math.min(most, Math.max(0, view.zoom + step)), isPlaceLarge: false }),
    turn: () => set({ turns: (view.turns + 1) % 4, isPlaceLarge: false }),
    togglePlace: () => set({ isPlaceLarge: !view.isPlaceLarge }),
    /** Back to the whole photo; false where it was that already. */
    reset: () => {
      if (!view.isPlaceLarge && view.zoom === 0) return false;
      set({ isPlaceLarge: false, zoom: 0 });
      return true;
    },
  };
}
export type CaseView = ReturnType<typeof useCaseView>;
