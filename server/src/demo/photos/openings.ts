import type { Chance } from '../seeded.ts';
import { blend, shade } from './colour.ts';
import type { Frame } from './frame.ts';

const curtains = ['#9c6b58', '#6f7f6a', '#c9b08a', '#7b5d6f', '#88a0a8', '#d8c7a0'] as const;

export function drawWindow(
  frame: Frame,
  chance: Chance,
  a: number,
  b: number,
  width: number,
  height: number,
  trim: string,
) {
  const wall = frame.wall();
  const inside = frame.wall(-0.12);
  wall.rectangle(a - 0.08, b - 0.08, width + 0.16, height + 0.16, shade(trim, 1.05));
  wall.rectangle(a, b, width, height, '#14181a');
  inside.rectangle(
    a,
    b,
    width,
    height - 0.06,
    inside.shading(
      [a, b + height],
      [a + width, b],
      [0, '#2b3338'],
      [0.5, '#4c5a60'],
      [0.62, '#39444a'],
      [1, '#1d2326'],
    ),
  );
  const cloth = chance.pick(curtains);
  if (chance.next() < 0.7)
    for (let fold = 0; fold < 6; fold += 1)
      inside.rectangle(
        a + 0.04 + fold * 0.075,
        b,
        0.075,
        height - 0.06,
        shade(cloth, fold % 2 ? 0.62 : 0.82),
        'fill-opacity="0.8"',
      );
  const bar = chance.next() < 0.5 ? '#e4e2da' : '#2a2d2e';
  const front = frame.wall(-0.04);
  for (let rod = 1; rod < 9; rod += 1) {
    const up = b + (rod * height) / 9;
    front.line(
      [
        [a, up],
        [a + width, up],
      ],
      bar,
      0.018,
    );
  }
  for (const share of [0, 0.5, 1])
    front.line(
      [
        [a + width * share, b],
        [a + width * share, b + height],
      ],
      share === 0.5 ? '#5b4a3a' : bar,
      0.05,
    );
  frame.slab(a - 0.12, b - 0.14, width + 0.24, 0.08, 0, 0.12, '#cfc8ba');
  const [left, top] = [a - 0.2, b + height + 0.14];
  wall.polygon(
    [
      [left + 0.1, top],
      [left + width + 0.5, top],
      [left + width + 0.6, top - 0.62],
      [left + 0.3, top - 0.62],
    ],
    wall.shading([a, top], [a, top - 0.62], [0, '#0c1018', 0.5], [1, '#0c1018', 0.16]),
  );
  frame.slab(left, top, width + 0.4, 0.09, 0, 0.5, shade(trim, 1.1));
}

export function drawDoor(frame: Frame, chance: Chance, a: number, b: number) {
  const wall = frame.wall();
  const wood = chance.pick(['#5d3a24', '#6e4a2c', '#3f4a45', '#77553a', '#4a2f22']);
  wall.rectangle(a - 0.1, b, 1.3, 2.25, shade(wood, 0.7));
  wall.rectangle(
    a,
    b,
    1.1,
    2.15,
    wall.shading([a, b + 2.15], [a + 1.1, b], [0, shade(wood, 0.75)], [1, wood]),
  );
  for (const [x, y, height] of [
    [0.1, 0.15, 0.8],
    [0.6, 0.15, 0.8],
    [0.1, 1.1, 0.9],
    [0.6, 1.1, 0.9],
  ] as const) {
    wall.rectangle(a + x, b + y, 0.4, height, shade(wood, 0.6));
    wall.rectangle(a + x + 0.03, b + y, 0.37, height - 0.03, shade(wood, 1.06));
  }
  wall.ellipse(a + 1.0, b + 1.05, 0.04, 0.05, '#c9b27a');
  frame.slab(a - 0.3, b + 2.3, 1.7, 0.1, 0, 0.7, '#cfc6b6');
}

export function drawBalcony(
  frame: Frame,
  chance: Chance,
  a: number,
  b: number,
  width: number,
  plaster: string,
) {
  const wall = frame.wall();
  const below = b - 0.9;
  wall.polygon(
    [
      [a + 0.1, b],
      [a + width + 0.3, b],
      [a + width + 0.5, below],
      [a + 0.4, below],
    ],
    wall.shading([a, b], [a, below], [0, '#0a0e16', 0.5], [1, '#0a0e16', 0.08]),
  );
  frame.slab(a, b, width, 0.16, 0, 1.1, blend(plaster, '#d9d4c8', 0.6));
  const steel = chance.pick(['#3a3d3f', '#b9bdbf', '#6a4a34', '#e8e4da']);
  const rail = frame.wall(1.06);
  const [floor, top] = [b + 0.16, b + 1.1];
  if (chance.next() < 0.4) drawWashing(frame, chance, a, b, width);
  for (let x = a + 0.05; x <= a + width; x += 0.13)
    rail.line(
      [
        [x, floor],
        [x, top],
      ],
      steel,
      0.02,
    );
  for (const height of [top, floor + 0.12]) {
    rail.line(
      [
        [a, height],
        [a + width, height],
      ],
      steel,
      0.05,
    );
    frame.view.line([frame.at(a, height, 0), frame.at(a, height, 1.06)], steel, 0.04);
    frame.view.line(
      [frame.at(a + width, height, 0), frame.at(a + width, height, 1.06)],
      steel,
      0.04,
    );
  }
}

function drawWashing(frame: Frame, chance: Chance, a: number, b: number, width: number) {
  const rail = frame.wall(1);
  for (let x = a + 0.3; x < a + width - 0.7; x += 0.6 + chance.next() * 0.3) {
    const cloth = chance.pick(['#b5483a', '#e7e1d2', '#3f6a8a', '#d8a23a', '#6d8a58']);
    const drop = 0.5 + chance.next() * 0.4;
    rail.rectangle(
      x,
      b + 1.1 - drop,
      0.45,
      drop,
      rail.shading(
        [x, b],
        [x + 0.45, b],
        [0, cloth],
        [0.5, shade(cloth, 0.8)],
        [1, shade(cloth, 1.05)],
      ),
    );
  }
}
