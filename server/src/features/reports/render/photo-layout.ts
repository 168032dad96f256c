/** Points: the width of the text, and the space between two photos. */
const sheet = 511;
const gap = 12;
const tallest = 188;
const mostInRow = 4;
/** A photo wider or narrower than this is cropped: its caption needs room. */
const narrowest = 0.5;
const widest = 4;

export interface PhotoRow {
  height: number;
  /** `column` is the room for the photo and its caption, where it is more than the photo's own width. */
  tiles: { index: number; width: number; column?: number; height?: number }[];
}

type Size = { width: number; height: number } | null;

const ratioOf = (photo: Size): number =>
  photo ? Math.min(widest, Math.max(narrowest, photo.width / photo.height)) : 4 / 3;

/** Arranges photos in rows of two, of which three fit on a page, each photo in its own proportions. */
export function layOutSixAPage(photos: readonly Size[]): PhotoRow[] {
  const column = (sheet - gap) / 2;
  const tile = (index: number) => {
    const ratio = ratioOf(photos[index] ?? null);
    const width = Math.min(column, tallest * ratio);
    return { index, width, column, height: width / ratio };
  };
  return Array.from({ length: Math.ceil(photos.length / 2) }, (_, row) => ({
    height: tallest,
    tiles: [2 * row, 2 * row + 1].filter((index) => index < photos.length).map(tile),
  }));
}

/**
 * Arranges photos in rows of the full width, each in its own proportions, without cropping or gaps. A row
 * takes photos until it is low enough.
 */
export function layOutPhotos(photos: readonly Size[]): PhotoRow[] {
  const ratios = photos.map(ratioOf);
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
