import { useState } from 'react';

interface View {
  id: string | undefined;
  photo: number;
  /** The zoom factor: 1 is the original size, and 0 fits the photo to the frame. */
  zoom: number;
  turns: number;
  isPlaceLarge: boolean;
  /**
   * The finding in the photo area. `pair` is the index of the shown pair of photos. With `isAlone`, only the
   * other case's photo of this pair is shown.
   */
  evidence: { check: string; pair: number; isAlone?: boolean } | undefined;
}

const start = (id: string | undefined): View => ({
  id,
  photo: 0,
  zoom: 0,
  turns: 0,
  isPlaceLarge: false,
  evidence: undefined,
});
const most = 4;

export function useCaseView(id: string | undefined, count: number) {
  const [stored, setStored] = useState(() => start(id));
  const view = stored.id === id ? stored : start(id);
  const set = (change: Partial<View>) => setStored({ ...view, ...change });
  const photo = Math.min(view.photo, Math.max(count - 1, 0));
  const show = (index: number) => {
    if (index >= 0 && index < count) set({ ...start(id), photo: index });
  };
  /** Closes the enlarged place or the pair of photos, because only a single photo can be zoomed or turned. */
  const whole = {
    isPlaceLarge: false,
    evidence: view.evidence?.isAlone ? view.evidence : undefined,
  };
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
    togglePlace: () => set({ isPlaceLarge: !view.isPlaceLarge, evidence: undefined }),
    showEvidence: (evidence: NonNullable<View['evidence']>) =>
      set({ ...start(id), photo, evidence }),
    /** Shows the whole photo again. Returns false if it is already shown. */
    reset: () => {
      const { isPlaceLarge, zoom, evidence } = view;
      if (!isPlaceLarge && zoom === 0 && !evidence) return false;
      // From the other case's photo, goes back only to the pair of photos.
      const { check, pair, isAlone } = evidence ?? {};
      set({
        ...{ isPlaceLarge: false, zoom: 0, turns: isAlone ? 0 : view.turns },
        evidence:
          isAlone && check !== undefined && pair !== undefined ? { check, pair } : undefined,
      });
      return true;
    },
  };
}
export type CaseView = ReturnType<typeof useCaseView>;
