import { useEffect, useRef } from 'react';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';

/** A `share` of 1 means that everything was sent and the server is checking the rows. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const isSent = share === 1;
  const frame = useRef<HTMLDivElement>(null);
  // Moves the focus here from the Upload button, which is disabled now. Without a focused element in the
  // dialog, Escape would not close the dialog.
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="space-y-1.5 outline-none">
      <div className="flex justify-between gap-3 text-sm">
        <span role="status" className="font-semibold">
          {isSent ? 'Checking rows...' : 'Uploading...'}
        </span>
        {!isSent && <span className="text-muted">{percent} %</span>}
      </div>
      <ProgressBar label="Upload" share={isSent ? undefined : share} />
    </div>
  );
}
