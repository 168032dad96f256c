import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import './lightbox.css';
import { ImageOff, RotateCw } from 'lucide-react';
import { type HTMLAttributes, useState } from 'react';
import YetAnotherLightbox, { createIcon, IconButton } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import type { LightboxProps } from './Lightbox.tsx';

const RotateIcon = createIcon(
  'Rotate',
  <RotateCw width={22} height={22} x={1} y={1} fill="none" />,
);

type Attributes = HTMLAttributes<HTMLDivElement>;
// Without this attribute, React Aria's dialogs hide the lightbox and compete with it for the focus.
const aboveDialogs = { 'data-react-aria-top-layer': 'true' } as Attributes;

declare module 'yet-another-react-lightbox' {
  interface Labels {
    Rotate?: string;
  }
}

export default function LightboxView({ slides, index, onClose }: LightboxProps) {
  const [turns, setTurns] = useState(0);
  const turn = () => setTurns((turns + 1) % 4);
  const onKeyDown: Attributes['onKeyDown'] = ({ key, ctrlKey, metaKey, altKey }) => {
    if (key.toLowerCase() === 'r' && !ctrlKey && !metaKey && !altKey) turn();
  };
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[Captions, Counter, Zoom]}
      portal={{ container: { ...aboveDialogs, onKeyDown } }}
      carousel={{
        finite: true,
        padding: 56,
        imageProps: { className: `turned-${turns}` },
      }}
      animation={{ fade: 120, swipe: 180, zoom: 150 }}
      zoom={{ maxZoomPixelRatio: 4, scrollToZoom: true }}
      on={{ view: () => setTurns(0) }}
      toolbar={{
        buttons: [
          <IconButton
            key="rotate"
            label="Rotate"
            title="Rotate (R)"
            aria-keyshortcuts="R"
            icon={RotateIcon}
            onClick={turn}
          />,
          'close',
        ],
      }}
      render={{
        iconError: () => <ImageOff aria-label="Not available" className="size-8" />,
        ...(slides.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  );
}
