import { useLayoutEffect, useRef } from 'react';
import { ApiImage } from '../../../../lib/api/ApiImage.tsx';
import type { CaseView } from '../use-case-view.ts';

/** One photo, as large as fits or zoomed, with its rotation. */
export function CasePhoto({ url, alt, view }: { url: string; alt: string; view: CaseView }) {
  const isZoomed = view.zoom > 0;
  const frame = useRef<HTMLDivElement>(null);
  // Zooming in centres the photo.
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
      // A scrolling part must be reachable by key.
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
