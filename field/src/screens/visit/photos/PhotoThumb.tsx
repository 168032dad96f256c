import { usePhotoUrl } from '../../../lib/visit/photos.ts';

interface PhotoThumbProps {
  visitId: string;
  sha256: string;
  className?: string;
}

/** A photo of the open visit. The text next to it says what it shows. */
export function PhotoThumb({ visitId, sha256, className = 'size-full' }: PhotoThumbProps) {
  const url = usePhotoUrl(visitId, sha256);
  return url ? (
    <img src={url} alt="" className={`block object-cover ${className}`} />
  ) : (
    <span className={`block bg-sunken ${className}`} />
  );
}
