import { shade } from './colour.ts';
import { shadowUnder } from './room.ts';
import type { View } from './view.ts';

export function drawSofa(view: View, x: number, z: number, width: number, cloth: string) {
  shadowUnder(view, x, z, width, 0.9);
  view.box([x, 0.1, z + 0.65], [width, 0.85, 0.25], cloth);
  for (const at of [x, x + width - 0.2])
    view.box([at, 0.1, z], [0.2, 0.6, 0.85], shade(cloth, 0.95));
  view.box([x + 0.2, 0.1, z], [width - 0.4, 0.22, 0.7], shade(cloth, 0.75));
  const seat = (width - 0.4) / 3;
  for (let index = 0; index < 3; index += 1) {
    view.box(
      [x + 0.21 + index * seat, 0.5, z + 0.55],
      [seat - 0.02, 0.42, 0.14],
      shade(cloth, 1.06),
    );
    view.box([x + 0.21 + index * seat, 0.32, z], [seat - 0.02, 0.16, 0.62], shade(cloth, 1.12));
  }
  const pillow = view.sheet.chance.pick(['#d9b45a', '#c7cfd2', '#a8503c', '#e8dcc4']);
  for (const at of [x + 0.3, x + width - 0.72]) {
    const front = view.plane([at, 0.48, z + 0.36], [1, 0, 0], [0, 0.94, 0.34]);
    front.polygon(
      [
        [0, 0.02],
        [0.2, 0.05],
        [0.42, 0],
        [0.4, 0.2],
        [0.43, 0.4],
        [0.2, 0.37],
        [0, 0.41],
        [0.03, 0.2],
      ],
      front.shading([0, 0.4], [0.4, 0], [0, shade(pillow, 1.1)], [1, shade(pillow, 0.7)]),
    );
  }
}

export function drawArmchair(view: View, x: number, z: number, cloth: string) {
  shadowUnder(view, x, z, 0.9, 0.9);
  view.box([x, 0.1, z], [0.22, 0.85, 0.95], cloth);
  view.box([x + 0.2, 0.1, z + 0.75], [0.65, 0.5, 0.2], cloth);
  view.box([x + 0.2, 0.1, z + 0.2], [0.65, 0.36, 0.56], shade(cloth, 1.08));
  view.box([x + 0.2, 0.1, z], [0.65, 0.5, 0.2], shade(cloth, 0.97));
}

export function drawTable(view: View, x: number, z: number) {
  const wood = view.sheet.chance.pick(['#5a3a22', '#6e4a2e', '#3c2a1e']);
  shadowUnder(view, x, z, 1.2, 0.7);
  for (const [dx, dz] of [
    [0.04, 0.54],
    [1.1, 0.54],
    [0.04, 0.04],
    [1.1, 0.04],
  ] as const)
    view.box([x + dx, 0, z + dz], [0.06, 0.4, 0.06], shade(wood, 0.8));
  view.box([x, 0.4, z], [1.2, 0.05, 0.65], wood);
  const top = view.floor(x, 0.452, z);
  top.polygon(
    [
      [0.2, 0.1],
      [0.62, 0.16],
      [0.56, 0.42],
      [0.16, 0.36],
    ],
    '#e9e4d6',
  );
  top.polygon(
    [
      [0.24, 0.26],
      [0.57, 0.31],
      [0.55, 0.38],
      [0.23, 0.33],
    ],
    '#9c4a3a',
  );
  view.box([x + 0.85, 0.45, z + 0.25], [0.1, 0.11, 0.1], '#d8d4cc');
}

export function drawTelevision(view: View, wallX: number, z: number) {
  view.box([wallX - 0.42, 0, z - 0.3], [0.42, 0.5, 1.9], '#5b3d28');
  const wall = view.side(wallX - 0.06, 0, z);
  wall.rectangle(0.02, 0.78, 1.25, 0.74, '#0c0d0f');
  wall.rectangle(
    0.05,
    0.82,
    1.19,
    0.67,
    wall.shading([0, 1.5], [1.2, 0.8], [0, '#2b333c'], [0.45, '#15191e'], [1, '#0d0f12']),
  );
}
