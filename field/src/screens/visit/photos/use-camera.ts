import { useCallback, useEffect, useState } from 'react';
import {
  type Camera,
  type CameraFailure,
  failureOf,
  openCamera,
} from '../../../lib/capture/open-camera.ts';

type Facing = 'environment' | 'user';

export function useCamera() {
  // Setting a new object opens the camera again.
  const [wanted, setWanted] = useState<{ facing: Facing }>({ facing: 'environment' });
  const [camera, setCamera] = useState<Camera>();
  const [failure, setFailure] = useState<CameraFailure>();
  useEffect(() => {
    let opened: Camera | undefined;
    let isOver = false;
    // A phone may take the camera from a page in the background. The camera is opened again when the page
    // is visible.
    const reopen = () => {
      const tracks = opened?.stream.getVideoTracks() ?? [];
      const isLost = tracks.some(({ readyState }) => readyState === 'ended');
      if (isLost && document.visibilityState === 'visible') setWanted((now) => ({ ...now }));
    };
    document.addEventListener('visibilitychange', reopen);
    openCamera(wanted.facing).then(
      (found) => {
        if (isOver) return found.close();
        opened = found;
        for (const track of found.stream.getVideoTracks()) track.addEventListener('ended', reopen);
        setCamera(found);
      },
      (error: unknown) => {
        if (!isOver) setFailure(failureOf(error));
      },
    );
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', reopen);
      setCamera(undefined);
      opened?.close();
    };
  }, [wanted]);
  const flip = useCallback(() => {
    setFailure(undefined);
    setWanted(({ facing }) => ({ facing: facing === 'environment' ? 'user' : 'environment' }));
  }, []);
  return { camera, failure, flip };
}
