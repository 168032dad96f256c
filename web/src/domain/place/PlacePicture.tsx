import './PlacePicture.css';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatDistance } from '../../lib/format.ts';
import { type CasePlace, drawPlace, type PlaceDrawing } from './place-scale.ts';

interface PlacePictureProps {
  place: CasePlace;
  current?: string;
  label?: string;
  /** Points farther than this many metres from the visit are marked as far away. */
  far?: number;
  className?: string;
}

/** Draws the places to scale instead of on a map, because a home's place must not be sent to a map server. */
export function PlacePicture({
  place,
  current,
  label = 'The visit and its photos, drawn to scale',
  far,
  className = '',
}: PlacePictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 220, height: 136 });
  useLayoutEffect(() => {
    if (!frame.current) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setSize(entry.contentRect);
    });
    watch.observe(frame.current);
    setSize(frame.current.getBoundingClientRect());
    return () => watch.disconnect();
  }, []);
  const drawing = drawPlace(place, Math.max(width, 120), Math.max(height, 80), far);
  return (
    <div ref={frame} className={`place-picture ${className}`}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(width, 120)} ${Math.max(height, 80)}`}
      >
        <Ground {...drawing} height={height} width={width} />
        {drawing.marks.map((mark) => (
          <Mark
            key={mark.names.join()}
            {...mark}
            isShown={current !== undefined && mark.names.includes(current)}
          />
        ))}
      </svg>
    </div>
  );
}

function Ground({
  visit,
  accuracy,
  rings,
  reaches,
  step,
  farthest,
  height,
  width,
}: PlaceDrawing & { height: number; width: number }) {
  return (
    <>
      {rings.map((radius) => (
        <circle key={radius} cx={visit.x} cy={visit.y} r={radius} className="ring" />
      ))}
      {reaches.map(({ x, y, radius }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} className="reach" />
      ))}
      {accuracy !== undefined && (
        <circle cx={visit.x} cy={visit.y} r={accuracy} className="accuracy" />
      )}
      {farthest && (
        <>
          <path d={`M${visit.x} ${visit.y}L${farthest.x} ${farthest.y}`} className="far-line" />
          <text
            x={(visit.x + farthest.x) / 2}
            y={(visit.y + farthest.y) / 2 + 4}
            className="far-text"
          >
            {formatDistance(farthest.metres)}
          </text>
        </>
      )}
      <circle cx={visit.x} cy={visit.y} r={4.5} className="visit" />
      <path d={`M12 ${height - 15}v4h${step.pixels}v-4`} className="scale" />
      <text x={18 + step.pixels} y={height - 8} className="scale-text">
        {formatDistance(step.metres)}
      </text>
      <path d={`M${width - 14} ${height - 10}v-13m-3.5 4l3.5 -4l3.5 4`} className="scale" />
      <text x={width - 29} y={height - 11} className="scale-text">
        N
      </text>
    </>
  );
}

function Mark({
  x,
  y,
  names,
  isFar,
  isShown,
}: PlaceDrawing['marks'][number] & { isShown: boolean }) {
  const words = names.join(', ');
  const width = Math.max(18, 10 + words.length * 5.8);
  return (
    <g className={`mark ${isFar ? 'is-far' : ''} ${isShown ? 'is-shown' : ''}`}>
      <rect x={x - width / 2} y={y - 9} width={width} height={18} rx={9} />
      <text x={x} y={y + 4}>
        {words}
      </text>
    </g>
  );
}
