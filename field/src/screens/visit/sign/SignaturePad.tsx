import { type PointerEvent, useEffect, useRef } from 'react';

/**
 * The size of the canvas in pixels. It is the same in every orientation, so that a signature stays when the
 * phone is turned.
 */
const [width, height] = [1_000, 500];
const ink = '#101820';
const lineWidth = 7;
/** The minimum length of a signature, in pixels of the canvas. An accidental touch is shorter. */
const leastInk = 120;

interface SignaturePadProps {
  label: string;
  from: ImageBitmap | null;
  /** Called after each stroke, unless all strokes together are too short for a signature. */
  onStroke: (canvas: HTMLCanvasElement) => void;
}

/** The paper is white in both themes. Only the picture leaves this component, never the strokes. */
export function SignaturePad({ label, from, onStroke }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<{ x: number; y: number; id: number }>(null);
  const drawn = useRef(0);

  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen) return;
    Object.assign(pen, { strokeStyle: ink, lineWidth, lineCap: 'round', lineJoin: 'round' });
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    if (!from) return;
    pen.drawImage(from, 0, 0, width, height);
    drawn.current = leastInk;
  }, [from]);

  const draw = (points: readonly { clientX: number; clientY: number }[]) => {
    const pen = canvas.current?.getContext('2d');
    const box = canvas.current?.getBoundingClientRect();
    const pointer = last.current;
    if (!pen || !box || !pointer) return;
    pen.beginPath();
    pen.moveTo(pointer.x, pointer.y);
    for (const { clientX, clientY } of points) {
      const x = ((clientX - box.left) / box.width) * width;
      const y = ((clientY - box.top) / box.height) * height;
      pen.lineTo(x, y);
      drawn.current += Math.hypot(x - pointer.x, y - pointer.y);
      Object.assign(pointer, { x, y });
    }
    pen.stroke();
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    // A second finger or the palm does not draw.
    if (last.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    last.current = {
      x: ((event.clientX - box.left) / box.width) * width,
      y: ((event.clientY - box.top) / box.height) * height,
      id: event.pointerId,
    };
    // Draws a dot at the start, because the finger may not move at all, for example for the dot of an i.
    draw([event]);
  };
  const move = ({ pointerId, nativeEvent }: PointerEvent) => {
    if (last.current?.id !== pointerId) return;
    const all = nativeEvent.getCoalescedEvents?.() ?? [];
    draw(all.length > 0 ? all : [nativeEvent]);
  };
  const end = ({ pointerId }: PointerEvent) => {
    if (last.current?.id !== pointerId) return;
    last.current = null;
    if (canvas.current && drawn.current >= leastInk) onStroke(canvas.current);
  };
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      className="block aspect-2/1 w-full touch-none rounded-lg border-2 border-edge bg-white"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
