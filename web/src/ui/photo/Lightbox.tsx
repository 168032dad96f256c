import { Suspense } from 'react';
import { preloadable } from '../dialog/preloadable.ts';

interface LightboxSlide {
  src: string;
  alt: string;
  /** The subject of the picture, which is shown at the top. */
  title?: string;
  /** The time and place, which are shown at the foot. */
  description?: string;
}

export interface LightboxProps {
  slides: LightboxSlide[];
  /** The index of the picture that is shown first. */
  index: number;
  onClose: () => void;
}

const LightboxView = preloadable(() => import('./LightboxView.tsx'));

export const preloadLightbox = () => void LightboxView.preload();

/**
 * Shows pictures in full size while mounted, with arrow keys, zoom, rotation and captions. Works over a
 * {@link Modal}.
 */
export function Lightbox(props: LightboxProps) {
  return (
    <Suspense fallback={null}>
      <LightboxView {...props} />
    </Suspense>
  );
}
