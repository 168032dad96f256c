/** City blocks: left, top, width, height. */
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

const homes = [
  [60, 57],
  [230, 224],
  [436, 324],
] as const;

/** An agent's round through a quarter, ending at a verified door: decoration for the sign-in. */
export function StreetMap() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 600 600"
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 -z-10 size-full"
    >
      <g transform="rotate(-12 300 300)">
        <g className="fill-white/4 stroke-white/7">
          {blocks.map(([x, y, width, height]) => (
            <rect key={`${x},${y}`} {...{ x, y, width, height }} rx="3" />
          ))}
        </g>
        <path d="M-60 440 C120 380 180 520 330 470 S560 520 720 420" className="street-river" />
        <path d="M60 57 H230 V224 H436 V324 H330 V392" className="street-route" />
        {homes.map(([x, y]) => (
          <circle
            key={`${x},${y}`}
            cx={x}
            cy={y}
            r="6"
            className="fill-header stroke-amber stroke-2"
          />
        ))}
      </g>
      <g transform="translate(327 326) rotate(0)">
        <path
          className="fill-amber"
          d="M0 62C-4 62-24 38-24 22A24 24 0 1 1 24 22C24 38 4 62 0 62Z"
        />
        <path
          className="fill-none stroke-[#123b3a] stroke-[5]"
          strokeLinecap="round"
          strokeLinejoin="round"
          d="m-10 21 7 8 14-15"
        />
      </g>
    </svg>
  );
}
