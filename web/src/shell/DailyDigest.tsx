import { type Digest, dismissDigest, openDigest } from '@doorstep/contract/board/digest';
import { Suspense, useCallback, useState } from 'react';
import { call } from '../lib/api/api-client.ts';
import { useIdlePreload } from '../lib/use-idle-preload.ts';
import { preloadable } from '../ui/dialog/preloadable.ts';

const DigestBar = preloadable(() => import('./DigestBar.tsx'));

/** Shows waiting work in the admin's first session of the day. Shows nothing if the backend has no digest. */
export function DailyDigest() {
  const [digest, setDigest] = useState<Digest | null>(null);
  const open = useCallback(
    () =>
      call(openDigest).then(
        (answer) => setDigest(answer.digest ?? null),
        () => {},
      ),
    [],
  );
  useIdlePreload(open);
  if (!digest) return null;

  function dismiss() {
    setDigest(null);
    // If this call fails, the digest is shown again when this component is next mounted.
    call(dismissDigest).catch(() => {});
  }
  return (
    <Suspense fallback={null}>
      <DigestBar digest={digest} onDismiss={dismiss} />
    </Suspense>
  );
}
