import { useLayoutEffect, useRef } from 'react';
import { ApiImage } from '../../../../lib/api/ApiImage.tsx';
import type { CaseView } from '../use-case-view.ts';

export function CasePhoto({ url, alt, view }: { url: string; alt: string; view: CaseView }) {
  const isZoomed = view.zoom > 0;
  const frame = useRef<HTMLDivElement>(null);
  // Scrolls to the centre of the photo after each change of the zoom.
  useLayoutEffect(() => {
    const {
      scrollWidth = 0,
      clientWidth = 0,
      scrollHeight = 0,
      clientHeight = 0,
    } = frame.current ?? {};
    frame.current?.scrollTo((scrollWidth - clientWidth) / 2, (scrollHeight - clientHeight) / 2);
  }, [view.zoom]);
  return (
    <div
      ref={frame}
      className={`frame ${isZoomed ? 'zoomed' : ''}`}
      // Makes a zoomed photo focusable, so that keys can scroll the photo.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isZoomed ? 0 : undefined}
      data-scrolls={isZoomed || undefined}
    >
      <ApiImage
        src={url}
        alt={alt}
        decoding="sync"
        className={`turned-${view.turns}`}
        style={isZoomed ? { zoom: view.zoom } : undefined}
      />
    </div>
  );
}
