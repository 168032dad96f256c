import { Flashlight } from 'lucide-react';
import { type RefCallback, useCallback, useState } from 'react';
import type { Camera } from '../../../lib/capture/open-camera.ts';
import { useWords } from '../../../words/use-words.ts';

export function LiveView({ camera }: { camera: Camera }) {
  const show: RefCallback<HTMLVideoElement> = useCallback(
    (video) => {
      if (video) video.srcObject = camera.stream;
    },
    [camera],
  );
  return (
    <video
      ref={show}
      autoPlay
      muted
      playsInline
      aria-hidden
      className="absolute inset-0 size-full object-cover"
    />
  );
}

export function Torch({ camera }: { camera: Camera }) {
  const say = useWords();
  const [isOn, setOn] = useState(false);
  const turn = async () => {
    await camera.setTorch(!isOn);
    setOn(!isOn);
  };
  return (
    <button
      type="button"
      aria-label={say('camera.torch')}
      aria-pressed={isOn}
      className="grid size-14 cursor-pointer place-items-center justify-self-end rounded-full border-2 border-[#8fb0ab] aria-pressed:border-amber aria-pressed:bg-amber aria-pressed:text-on-amber"
      onClick={() => void turn().catch(reportError)}
    >
      <Flashlight aria-hidden className="icon" />
    </button>
  );
}

const corners = [
  'start-0 top-0 border-e-0 border-b-0',
  'end-0 top-0 border-s-0 border-b-0',
  'start-0 bottom-0 border-e-0 border-t-0',
  'end-0 bottom-0 border-s-0 border-t-0',
];

export const Corners = () => (
  <div
    aria-hidden
    className="if-room pointer-events-none absolute inset-x-8 top-[38%] bottom-[24%]"
  >
    {corners.map((place) => (
      <i
        key={place}
        className={`absolute size-[26px] border-3 border-on-pine drop-shadow-[0_0_2px_#000] ${place}`}
      />
    ))}
  </div>
);
