import { useState } from 'react';

interface View {
  id: string | undefined;
  photo: number;
  /** 0 as large as fits, 1 pixel for pixel, above that larger. */
  zoom: number;
  turns: number;
  isPlaceLarge: boolean;
  /** In the photo's place: what stands beside a finding, whole or the other case's photo of a pair alone. */
  beside: { check: string; pair: number; isAlone?: boolean } | undefined;
}

const start = (id: string | undefined): View => ({
  id,
  photo: 0,
  zoom: 0,
  turns: 0,
  isPlaceLarge: false,
  beside: undefined,
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
  /** A pair is not zoomed or turned: its photos are, one at a time. */
  const whole = { isPlaceLarge: false, beside: view.beside?.isAlone ? view.beside : undefined };
  return {
    ...view,
    photo,
    count,
    show,
    next: () => show((photo + 1) % Math.max(count, 1)),
    previous: () => show((photo + count - 1) % Math.max(count, 1)),
    toggleZoom: () => set({ zoom: view.zoom > 0 ? 0 : 1, ...whole }),
    zoomBy: (step: 0.5 | -0.5) =>
      set({ zoom: Math.min(most, Math.max(0, view.zoom + step)), ...whole }),
    turn: () => set({ turns: (view.turns + 1) % 4, ...whole }),
    togglePlace: () => set({ isPlaceLarge: !view.isPlaceLarge, beside: undefined }),
    showBeside: (beside: NonNullable<View['beside']>) => set({ ...start(id), photo, beside }),
    /** Back to the whole photo; false where it was that already. */
    reset: () => {
      const { isPlaceLarge, zoom, beside } = view;
      if (!isPlaceLarge && zoom === 0 && !beside) return false;
      // Back from the other photo alone to the pair, from the pair to the photo.
      const { check, pair, isAlone } = beside ?? {};
      set({
        ...{ isPlaceLarge: false, zoom: 0, turns: isAlone ? 0 : view.turns },
        beside: isAlone && check !== undefined && pair !== undefined ? { check, pair } : undefined,
      });
      return true;
    },
  };
}
export type CaseView = ReturnType<typeof useCaseView>;
