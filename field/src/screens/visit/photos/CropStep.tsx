import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type Edge, type Frame, moveEdge, wholePicture } from '../../../lib/capture/crop-frame.ts';
import { isFull } from '../../../lib/db/database.ts';
import { cropPhoto } from '../../../lib/visit/crop-photo.ts';
import { usePhotoUrl } from '../../../lib/visit/photos.ts';
import { BackButton, Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { NotSaved } from '../../NotSaved.tsx';
import { useVisit } from '../visit-context.ts';

/** The frame is always upright, so that the pixels are neither rotated nor scaled. */
export default function CropStep({ sha256 }: { sha256: string }) {
  const say = useWords();
  const { draft, go } = useVisit();
  const url = usePhotoUrl(draft.visitId, sha256);
  const [frame, setFrame] = useState(wholePicture);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const photo = draft.photos.find((one) => one.sha256 === sha256);
  const show = (sum: string) => go('photo', sum, { replace: true });
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    try {
      const isWhole = Object.keys(frame).every((edge) => cutOff(frame, edge as Edge) === 0);
      show(isWhole ? sha256 : (await cropPhoto(draft.visitId, sha256, frame)).sha256);
    } catch (error) {
      setProblem(isFull(error) ? 'full' : 'failed');
      setSaving(false);
      reportError(error);
    }
  };
  return (
    <div className="screen bg-[#0a1615] text-on-pine">
      <div className="px-4 py-3">
        <Heading className="text-xl!">{say('crop')}</Heading>
        <p className="text-sm text-on-pine-muted">{say('crop.hint')}</p>
      </div>
      <div className="crop-stage relative min-h-60 flex-1">
        {url && photo && (
          <Cropper
            url={url}
            ratio={photo.width / photo.height}
            frame={frame}
            onFrame={setFrame}
            name={say(`shows.${photo.shows}`)}
          />
        )}
      </div>
      {problem && (
        <div className="px-3 pt-3">
          <NotSaved problem={problem} />
        </div>
      )}
      <div className="screen-foot flex flex-none flex-wrap gap-2 bg-[#0a1615] px-3 pt-3">
        <BackButton isOnPine label={say('back')} onClick={() => show(sha256)} />
        <Button kind="amber" aria-disabled={isSaving} onClick={() => void save()}>
          {say(isSaving ? 'visit.keeping' : 'crop.save')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the part that an edge cuts off, in per cent of the picture. */
const cutOff = (frame: Frame, edge: Edge) =>
  Math.round(100 * (edge === 'left' || edge === 'top' ? frame[edge] : 1 - frame[edge]));

interface Handle {
  edges: readonly Edge[];
  place: string;
}
const handles: readonly Handle[] = [
  { edges: ['left', 'top'], place: 'left-0 top-0' },
  { edges: ['right', 'top'], place: 'left-full top-0' },
  { edges: ['left', 'bottom'], place: 'left-0 top-full' },
  { edges: ['right', 'bottom'], place: 'left-full top-full' },
  { edges: ['top'], place: 'left-1/2 top-0' },
  { edges: ['bottom'], place: 'left-1/2 top-full' },
  { edges: ['left'], place: 'left-0 top-1/2' },
  { edges: ['right'], place: 'left-full top-1/2' },
];

interface CropperProps {
  url: string;
  name: string;
  /** The width of the picture divided by its height. */
  ratio: number;
  frame: Frame;
  onFrame: (change: (frame: Frame) => Frame) => void;
}

function Cropper({ url, name, ratio, frame, onFrame }: CropperProps) {
  const picture = useRef<HTMLDivElement>(null);
  const drag = (edges: readonly Edge[]) => (event: PointerEvent) => {
    const box = picture.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    onFrame((now) =>
      edges.reduce(
        (moved, edge) => moveEdge(moved, edge, edge === 'left' || edge === 'right' ? x : y),
        now,
      ),
    );
  };
  const percent = (share: number) => `${100 * share}%`;
  return (
    <div ref={picture} className="crop-picture" style={{ '--ratio': ratio } as CSSProperties}>
      <img src={url} alt={name} draggable={false} className="size-full select-none" />
      <div
        className="crop-frame"
        style={{
          left: percent(frame.left),
          top: percent(frame.top),
          width: percent(frame.right - frame.left),
          height: percent(frame.bottom - frame.top),
        }}
      >
        {handles.map(({ edges, place }) => {
          const [edge] = edges;
          const shared = {
            className: `crop-handle ${place}`,
            onPointerDown: (event: PointerEvent) =>
              event.currentTarget.setPointerCapture(event.pointerId),
            onPointerMove: drag(edges),
          };
          return edges.length === 1 && edge ? (
            <EdgeHandle key={place} {...{ edge, frame, onFrame, shared }} />
          ) : (
            // Users of a keyboard or a screen reader use the handles of the four edges instead.
            <span key={place} aria-hidden {...shared} />
          );
        })}
      </div>
    </div>
  );
}

interface EdgeHandleProps extends Pick<CropperProps, 'frame' | 'onFrame'> {
  edge: Edge;
  shared: object;
}

const steps: Partial<Record<string, number>> = {
  ArrowRight: 0.01,
  ArrowDown: 0.01,
  ArrowLeft: -0.01,
  ArrowUp: -0.01,
  PageDown: 0.1,
  PageUp: -0.1,
};

function EdgeHandle({ edge, frame, onFrame, shared }: EdgeHandleProps) {
  const say = useWords();
  const isSide = edge === 'left' || edge === 'right';
  const percent = cutOff(frame, edge);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onFrame((now) => moveEdge(now, edge, now[edge] + step));
  };
  return (
    <div
      {...shared}
      role="slider"
      tabIndex={0}
      aria-label={say(`crop.${edge}`)}
      aria-orientation={isSide ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * (isSide ? frame[edge] : 1 - frame[edge]))}
      aria-valuetext={say('crop.cut', { percent })}
      onKeyDown={onKeyDown}
    />
  );
}
