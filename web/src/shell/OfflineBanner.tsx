import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 border-b border-warning/40 bg-warning-soft px-4 py-1.5 text-sm font-semibold text-warning">
          <WifiOff aria-hidden className="size-4" />
          You are offline. This page may be out of date, and changes cannot be saved.
        </p>
      )}
    </div>
  );
}
