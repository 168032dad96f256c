import { shade } from './colour.ts';
import type { Plane, View } from './view.ts';

export interface Room {
  left: number;
  right: number;
  far: number;
  height: number;
}

/** Walls, ceiling and a tiled floor, with the corners a little darker. */
export function drawRoom(
  view: View,
  room: Room,
  paint: string,
  floor: string,
  tile: number,
): Plane {
  const { left, right, far, height } = room;
  const near = view.eye[2];
  const [width, depth] = [right - left, far - near];
  const ground = view.floor(left, 0, near);
  ground.rectangle(
    0,
    0,
    width,
    depth,
    ground.shading(
      [width / 2, depth],
      [width / 2, 0.6],
      [0, shade(floor, 1.1)],
      [0.5, floor],
      [1, shade(floor, 0.7)],
    ),
  );
  for (let line = tile; line < depth; line += tile)
    ground.line(
      [
        [0, line],
        [width, line],
      ],
      shade(floor, 0.6),
      0.008,
    );
  for (let line = tile / 2; line < width; line += tile)
    ground.line(
      [
        [line, 0],
        [line, depth],
      ],
      shade(floor, 0.6),
      0.008,
    );

  const above = view.floor(left, height, near);
  above.rectangle(
    0,
    0,
    width,
    depth,
    above.shading([0, depth], [0, 0], [0, '#f3f0e8'], [1, '#b9b4a8']),
  );
  const sides = [view.side(left, 0, near), view.side(right, 0, near)] as const;
  sides.forEach((side, index) => {
    const dark = index === 0 ? 0.82 : 0.94;
    side.rectangle(
      0,
      0,
      depth,
      height,
      side.shading(
        [depth, 1],
        [0, 1],
        [0, shade(paint, dark * 0.92)],
        [0.4, shade(paint, dark)],
        [1, shade(paint, dark * 0.7)],
      ),
    );
    side.rectangle(0, 0, depth, 0.1, shade(floor, 0.6));
  });
  const back = view.front(left, 0, far);
  back.rectangle(
    0,
    0,
    width,
    height,
    back.shading(
      [0, height],
      [width, 0],
      [0, shade(paint, 1.06)],
      [0.6, paint],
      [1, shade(paint, 0.86)],
    ),
  );
  for (const [from, to] of [
    [0, 0.7],
    [width, width - 0.7],
  ] as const)
    back.rectangle(
      Math.min(from, to),
      0,
      0.7,
      height,
      back.shading([from, 1], [to, 1], [0, '#1d1a16', 0.26], [1, '#1d1a16', 0]),
    );
  back.rectangle(
    0,
    height - 0.5,
    width,
    0.5,
    back.shading([0, height], [0, height - 0.5], [0, '#1d1a16', 0.2], [1, '#1d1a16', 0]),
  );
  back.rectangle(0, 0, width, 0.1, shade(floor, 0.7));
  return back;
}

/** A soft dark patch under a piece of furniture. */
export function shadowUnder(view: View, x: number, z: number, width: number, depth: number) {
  const [px, py] = view.at([x + width / 2, 0, z + depth / 2]);
  const metre = view.scale([x, 0, z]);
  view.sheet.glow(px, py, metre * width * 0.72, metre * depth * 0.42, '#0b0805', 0.6);
}

/** A picture, calendar or board hung on a wall. */
export function hang(
  wall: Plane,
  a: number,
  b: number,
  width: number,
  height: number,
  frame: string,
  fill: string,
) {
  wall.rectangle(a + 0.03, b - 0.05, width, height, '#000000', 'fill-opacity="0.3"');
  wall.rectangle(a, b, width, height, frame);
  wall.rectangle(a + 0.03, b + 0.03, width - 0.06, height - 0.06, fill);
}
