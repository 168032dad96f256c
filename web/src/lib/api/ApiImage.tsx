import { ImageOff } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { onReconnect } from './connection.ts';
import { imageUrl } from './image-url.ts';

interface ApiImageProps extends Omit<ComponentProps<'img'>, 'src' | 'onError'> {
  src: string;
  alt: string;
  /** Called if the picture can't be shown after the first retry either. */
  onUnavailable?: () => void;
}

/**
 * The delays of the later retries, in milliseconds. A reconnect starts a retry too, but the page knows of no
 * reconnect if no API call failed during the outage.
 */
const lookAgainAfter = [3_000, 15_000, 60_000];

/** Retries a failed picture once with the API base address, then shows a tile until the picture loads. */
export function ApiImage({ src, ...props }: ApiImageProps) {
  // The key starts the loading again when the address changes.
  return <Attempts key={src} src={src} {...props} />;
}

function Attempts({ src, alt, className = '', onUnavailable, ...props }: ApiImageProps) {
  const [failures, setFailures] = useState(0);
  const isUnavailable = failures > 1;
  useEffect(() => {
    if (!isUnavailable) return;
    const show = () => setFailures(0);
    const stopListening = onReconnect(show);
    const stopLooking = whenLoaded(src, show);
    return () => {
      stopListening();
      stopLooking();
    };
  }, [isUnavailable, src]);

  if (isUnavailable) {
    return (
      <span
        role="img"
        aria-label={`${alt} (not available)`}
        className={`flex flex-col items-center justify-center gap-1 bg-sunken text-xs text-muted ${className}`}
      >
        <ImageOff aria-hidden className="size-5" strokeWidth={1.5} />
        Not available
      </span>
    );
  }
  return (
    <img
      key={failures}
      src={failures === 0 ? src : imageUrl(src)}
      alt={alt}
      decoding="async"
      className={className}
      onError={() => {
        setFailures(failures + 1);
        if (failures === 1) onUnavailable?.();
      }}
      {...props}
    />
  );
}

/**
 * Loads a picture in the background, so that the tile does not flicker. Returns a function that stops the
 * loading.
 */
function whenLoaded(src: string, act: () => void): () => void {
  const probe = new Image();
  probe.onload = act;
  const timers = lookAgainAfter.map((delay) =>
    setTimeout(() => {
      probe.src = imageUrl(src);
    }, delay),
  );
  return () => {
    probe.onload = null;
    for (const timer of timers) clearTimeout(timer);
  };
}
