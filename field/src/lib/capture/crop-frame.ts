/** Each edge is a share of the picture's width or height, counted from the top left corner. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export type Edge = keyof Frame;

export const wholePicture: Frame = { left: 0, top: 0, right: 1, bottom: 1 };

/** The minimum width and height of a frame. A smaller frame could hardly be seen or moved. */
const least = 0.15;

export function moveEdge(frame: Frame, edge: Edge, to: number): Frame {
  const between = (low: number, high: number) => Math.min(high, Math.max(low, to));
  switch (edge) {
    case 'left':
      return { ...frame, left: between(0, frame.right - least) };
    case 'right':
      return { ...frame, right: between(frame.left + least, 1) };
    case 'top':
      return { ...frame, top: between(0, frame.bottom - least) };
    case 'bottom':
      return { ...frame, bottom: between(frame.top + least, 1) };
  }
}
