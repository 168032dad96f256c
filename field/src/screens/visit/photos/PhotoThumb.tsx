import { usePhotoUrl } from '../../../lib/visit/photos.ts';

interface PhotoThumbProps {
  visitId: string;
  sha256: string;
  className?: string;
}

/** The photo has no alternative text, because the button around it has a text. */
export function PhotoThumb({ visitId, sha256, className = 'size-full' }: PhotoThumbProps) {
  const url = usePhotoUrl(visitId, sha256);
  return url ? (
    <img src={url} alt="" className={`block object-cover ${className}`} />
  ) : (
    <span className={`block bg-sunken ${className}`} />
  );
}
