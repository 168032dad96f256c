import { useCallback, useEffect, useState } from 'react';
import {
  type Camera,
  type CameraFailure,
  failureOf,
  openCamera,
} from '../../../lib/capture/camera.ts';

type Facing = 'environment' | 'user';

/** The camera, open while a screen is shown, for any number of photos. */
export function useCamera() {
  const [facing, setFacing] = useState<Facing>('environment');
  const [camera, setCamera] = useState<Camera>();
  const [failure, setFailure] = useState<CameraFailure>();
  useEffect(() => {
    let opened: Camera | undefined;
    let isOver = false;
    openCamera(facing).then(
      (found) => {
        if (isOver) return found.close();
        opened = found;
        setCamera(found);
      },
      (error: unknown) => {
        if (!isOver) setFailure(failureOf(error));
      },
    );
    return () => {
      isOver = true;
      setCamera(undefined);
      opened?.close();
    };
  }, [facing]);
  const flip = useCallback(() => {
    setFailure(undefined);
    setFacing((now) => (now === 'environment' ? 'user' : 'environment'));
  }, []);
  return { camera, failure, flip };
}
