import { withTimeout } from '../with-timeout.ts';

/** The open camera. It stays open between photos, so that the phone asks for permission once. */
export interface Camera {
  /** The stream for a muted, inline `<video>`. */
  stream: MediaStream;
  /** Takes a photo about 2,000 pixels wide, or narrower if the camera offers less. */
  take(): Promise<Blob>;
  hasTorch: boolean;
  setTorch(on: boolean): Promise<void>;
  close(): void;
}

/**
 * The reason why the camera did not open. In each case, the screen offers the phone's camera app instead.
 * `busy`: another app uses the camera.
 */
export type CameraFailure = 'denied' | 'missing' | 'busy';

const wantedWidth = 1920;
const stillWidth = 2000;
const longestTake = 10_000;

/** Rejects with a DOMException, see {@link failureOf}. */
export async function openCamera(facing: 'environment' | 'user'): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: facing, width: { ideal: wantedWidth } },
  });
  const [track] = stream.getVideoTracks();
  if (!track) throw new DOMException('The camera gave no picture.', 'NotFoundError');
  // Older browsers have no getCapabilities.
  const abilities = (track.getCapabilities?.() ?? {}) as { torch?: boolean };
  return {
    stream,
    // If the phone took the camera away from the page, the camera may never answer. Without a timeout, the
    // shutter would wait forever.
    take: () => withTimeout(takeStill(track), longestTake, 'The camera gave no picture.'),
    hasTorch: abilities.torch === true,
    setTorch: (on) =>
      track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }),
    close: () => {
      for (const one of stream.getTracks()) one.stop();
    },
  };
}

export function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

interface StillTaker {
  takePhoto(settings?: { imageWidth?: number }): Promise<Blob>;
  getPhotoCapabilities(): Promise<{ imageWidth?: { max: number } }>;
}
declare const ImageCapture: (new (track: MediaStreamTrack) => StillTaker) | undefined;

async function takeStill(track: MediaStreamTrack): Promise<Blob> {
  if (typeof ImageCapture === 'function') {
    try {
      const taker = new ImageCapture(track);
      const widest = (await taker.getPhotoCapabilities()).imageWidth?.max ?? stillWidth;
      return await taker.takePhoto({ imageWidth: Math.min(widest, stillWidth) });
    } catch {
      // On some phones `takePhoto` exists but fails. A frame of the video is taken instead.
    }
  }
  return takeFrame(track);
}

async function takeFrame(track: MediaStreamTrack): Promise<Blob> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  await video.play();
  try {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  } finally {
    video.srcObject = null;
  }
}
