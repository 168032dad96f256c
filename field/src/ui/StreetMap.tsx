import { AmberPin } from './Marks.tsx';

/** Each block as left, top, width and height. */
const blocks = [
  [-90, -60, 150, 104],
  [76, -60, 110, 104],
  [202, -60, 240, 104],
  [-90, 60, 92, 150],
  [18, 60, 168, 66],
  [18, 142, 168, 68],
  [202, 60, 96, 150],
  [314, 60, 120, 150],
  [-90, 226, 150, 90],
  [76, 226, 222, 90],
  [314, 226, 120, 90],
  [-90, 332, 92, 120],
  [18, 332, 168, 120],
  [202, 332, 96, 120],
  [314, 332, 120, 120],
  [-90, 468, 276, 96],
  [202, 468, 232, 96],
  [-90, 580, 210, 120],
  [136, 580, 300, 120],
] as const;

/** `door` is the last stop before the end. `pin` is the left, top and scale of the pin at the end. */
const rounds = {
  short: {
    height: 150,
    route: 'M-10 128 120 101 134 128 228 112',
    door: [120, 101],
    pin: [212, 72, 1.3],
  },
  low: { height: 120, route: 'M-10 30 58 18 76 92 180 74', door: [58, 18], pin: [163, 30, 1.4] },
  high: {
    height: 640,
    route: 'M-10 112 82 92 107 218 174 204',
    door: [82, 92],
    pin: [137, 92, 3.6],
  },
  none: { height: 640, route: '', door: null, pin: null },
} as const;

export function StreetMap({
  round,
  className = '',
}: {
  round: keyof typeof rounds;
  className?: string;
}) {
  const { height, route, door, pin } = rounds[round];
  return (
    <svg
      aria-hidden
      viewBox={`0 0 360 ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={`pointer-events-none absolute inset-0 -z-10 size-full ${className}`}
    >
      <g transform="rotate(-12 180 320)">
        {blocks.map(([x, y, width, height]) => (
          <rect key={`${x},${y}`} {...{ x, y, width, height }} rx="3" className="street-block" />
        ))}
      </g>
      {pin && (
        <g className="if-room">
          <path d={route} className="street-route" />
          <circle
            cx={door[0]}
            cy={door[1]}
            r="6.5"
            className="fill-pine stroke-amber stroke-[2.5]"
          />
          <g transform={`translate(${pin[0]} ${pin[1]}) scale(${pin[2]})`}>
            <AmberPin isDone width={24} height={31} />
          </g>
        </g>
      )}
    </svg>
  );
}
