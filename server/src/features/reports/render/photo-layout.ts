/** Points: the width of the text, and the space between two photos. */
const sheet = 511;
const gap = 12;
const tallest = 188;
const mostInRow = 4;
/** A photo wider or narrower than this is cut at its edges: its caption needs room. */
const narrowest = 0.5;
const widest = 4;

export interface PhotoRow {
  height: number;
  tiles: { index: number; width: number }[];
}

/**
 * Lays photos out in rows that fill the width, each photo in its own frame proportions: nothing is cut off, nothing
 * is left grey. A row takes photos until it is low enough.
 */
export function layOutPhotos(photos: ({ width: number; height: number } | null)[]): PhotoRow[] {
  const ratios = photos.map((photo) =>
    photo ? Math.min(widest, Math.max(narrowest, photo.width / photo.height)) : 4 / 3,
  );
  const rows: PhotoRow[] = [];
  let row: number[] = [];
  const heightOf = (indexes: number[]) =>
    (sheet - gap * (indexes.length - 1)) / indexes.reduce((sum, i) => sum + (ratios[i] ?? 1), 0);
  const close = () => {
    const height = Math.min(tallest, heightOf(row));
    rows.push({
      height,
      tiles: row.map((index) => ({ index, width: height * (ratios[index] ?? 1) })),
    });
    row = [];
  };
  photos.forEach((_, index) => {
    row.push(index);
    if (heightOf(row) <= tallest || row.length === mostInRow) close();
  });
  if (row.length > 0) close();
  return rows;
}
