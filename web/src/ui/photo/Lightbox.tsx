import { Suspense } from 'react';
import { preloadable } from '../dialog/preloadable.ts';

interface LightboxSlide {
  src: string;
  alt: string;
  /** Shown at the top: what the picture shows. */
  title?: string;
  /** Shown at the foot: time and place. */
  description?: string;
}

export interface LightboxProps {
  slides: LightboxSlide[];
  /** The picture shown first. */
  index: number;
  onClose: () => void;
}

const LightboxView = preloadable(() => import('./LightboxView.tsx'));

/** Loads the lightbox's code in advance. */
export const preloadLightbox = () => void LightboxView.preload();

/** Pictures in full size, shown while mounted: arrow keys, zoom, rotation, captions. Works over a {@link Modal}. */
export function Lightbox(props: LightboxProps) {
  return (
    <Suspense fallback={null}>
      <LightboxView {...props} />
    </Suspense>
  );
}
