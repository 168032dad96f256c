/** The width of the text, the space between two photos, and the maximum height of a row, in points. */
const sheet = 511;
const gap = 12;
const tallest = 188;
const mostInRow = 4;
/**
 * The limits of a photo's width divided by its height. A photo outside the limits is cropped, so that the
 * caption has enough room.
 */
const narrowest = 0.5;
const widest = 4;

interface PhotoRow {
  height: number;
  /** `column` is the width for the photo and its caption. By default, the caption is as wide as the photo. */
  tiles: { index: number; width: number; column?: number; height?: number }[];
}

type Size = { width: number; height: number } | null;

const ratioOf = (photo: Size): number =>
  photo ? Math.min(widest, Math.max(narrowest, photo.width / photo.height)) : 4 / 3;

/** Arranges photos in rows of two, each photo in its own proportions. Three rows fit on a page. */
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
 * Arranges photos in rows as wide as the text. Adds photos to a row, which makes the row lower, until it is
 * at most `tallest` high or has `mostInRow` photos. A row that is still taller is scaled down to `tallest`.
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
