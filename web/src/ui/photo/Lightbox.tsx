import { Suspense } from 'react';
import { preloadable } from '../dialog/preloadable.ts';

interface LightboxSlide {
  src: string;
  alt: string;
  title?: string;
  description?: string;
}

export interface LightboxProps {
  slides: LightboxSlide[];
  index: number;
  onClose: () => void;
}

const LightboxView = preloadable(() => import('./LightboxView.tsx'));

export const preloadLightbox = () => void LightboxView.preload();

export function Lightbox(props: LightboxProps) {
  return (
    <Suspense fallback={null}>
      <LightboxView {...props} />
    </Suspense>
  );
}
