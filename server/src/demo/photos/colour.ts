/** A colour made lighter (above 1) or darker (below 1). */
export function shade(colour: string, factor: number): string {
  return factor < 1 ? blend(colour, '#0b1020', 1 - factor) : blend(colour, '#fffaf0', factor - 1);
}

/** `share` of the second colour in the first. */
export function blend(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)];
  const mixed = a.map((value, index) => {
    const other = b[index] ?? value;
    return Math.round(value + (other - value) * Math.min(1, Math.max(0, share)));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
