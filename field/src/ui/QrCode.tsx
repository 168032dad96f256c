import { encode } from 'uqr';

/** The empty border that scanners need, in modules (squares of the code). */
const quiet = 4;

/** Dark on white in both themes, so that cameras can read the code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const side = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="w-full max-w-72 bg-[#fff]"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
