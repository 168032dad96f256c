/** City blocks: left, top, width and height in the picture. */
const blocks = [
  [-40, -60, 150, 110],
  [126, -60, 96, 110],
  [238, -60, 190, 110],
  [444, -60, 120, 110],
  [580, -60, 140, 110],
  [-40, 66, 92, 150],
  [68, 66, 154, 66],
  [68, 146, 154, 70],
  [238, 66, 84, 150],
  [338, 66, 90, 150],
  [444, 66, 120, 70],
  [444, 150, 120, 66],
  [580, 66, 140, 150],
  [-40, 232, 150, 84],
  [126, 232, 96, 84],
  [238, 232, 190, 84],
  [444, 232, 276, 84],
  [-40, 332, 92, 120],
  [68, 332, 154, 120],
  [238, 332, 84, 120],
  [338, 332, 90, 52],
  [338, 398, 90, 54],
  [444, 332, 120, 120],
  [580, 332, 140, 120],
  [-40, 468, 150, 96],
  [126, 468, 196, 96],
  [338, 468, 226, 96],
  [580, 468, 140, 96],
  [-40, 580, 262, 120],
  [238, 580, 190, 120],
  [444, 580, 276, 120],
] as const;

/** The houses on the route. Each pair is the x and y of a house's centre. */
const doors = [
  [60, 58],
  [230, 140],
  [436, 224],
] as const;

export function StreetMap({ className }: { className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 600"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <g transform="rotate(-12 300 300)">
        <path d="M-60 520 C120 450 190 590 330 540 S560 570 720 470" className="street-river" />
        {blocks.map(([x, y, width, height]) => (
          <rect key={`${x},${y}`} {...{ x, y, width, height }} rx="3" className="street-block" />
        ))}
        <path d="M60 -80 V58 H230 V224 H436 V324 H346" className="street-route" />
        {doors.map(([x, y]) => (
          <circle
            key={`${x},${y}`}
            cx={x}
            cy={y}
            r="6.5"
            className="fill-header stroke-amber stroke-2"
          />
        ))}
        <g transform="translate(330 324) rotate(12)">
          <path className="fill-amber" d="M0 0C-4 0-24-24-24-40A24 24 0 1 1 24-40C24-24 4 0 0 0Z" />
          <path
            className="fill-none stroke-[#123b3a] stroke-[5]"
            strokeLinecap="round"
            strokeLinejoin="round"
            d="m-10-41 7 8 14-15"
          />
        </g>
      </g>
    </svg>
  );
}
