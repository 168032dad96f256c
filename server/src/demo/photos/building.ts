import type { Chance } from '../seeded.ts';
import { blend, shade } from './colour.ts';
import type { Frame } from './frame.ts';

export const storey = 3.1;

const plasters = [
  '#e9d9a8',
  '#d8dfb4',
  '#e3b7a0',
  '#b9d0d8',
  '#e6ded0',
  '#d59a72',
  '#dcd3e0',
  '#efe7d2',
  '#c9d6c2',
  '#d9b98a',
  '#e8c9b5',
  '#b7c4cf',
] as const;
const trims = [
  '#8c4a32',
  '#f3efe6',
  '#6b5a49',
  '#4f6470',
  '#a8623c',
  '#7a8a70',
  '#c9b48c',
] as const;
const curtains = ['#9c6b58', '#6f7f6a', '#c9b08a', '#7b5d6f', '#88a0a8', '#d8c7a0'] as const;

export interface Look {
  plaster: string;
  trim: string;
  floors: number;
  width: number;
}

export function chooseLook(chance: Chance, width: number, floors: number): Look {
  return { plaster: chance.pick(plasters), trim: chance.pick(trims), floors, width };
}

/** A house front: plaster, plinth, windows with sunshades and grilles, balconies, parapet, tank. */
export function drawBuilding(frame: Frame, chance: Chance, look: Look, doorAt?: number) {
  const { width, floors, plaster, trim } = look;
  const height = floors * storey + 0.4;
  const wall = frame.wall();
  drawTank(frame, chance, width * (0.15 + chance.next() * 0.6), height + 0.1);
  frame.slab(0, 0, width, height, -8, 0, plaster);
  wall.rectangle(
    0,
    0,
    width,
    height,
    wall.shading(
      [0, height],
      [width * 0.4, 0],
      [0, shade(plaster, 1.08)],
      [0.6, plaster],
      [1, shade(plaster, 0.78)],
    ),
  );
  weather(frame, chance, width, height);
  wall.rectangle(0, 0, width, 0.55, shade(trim, 0.8), 'fill-opacity="0.85"');
  wall.rectangle(0, 0.55, width, 0.05, '#20201c', 'fill-opacity="0.35"');

  const bays = Math.max(2, Math.round(width / 2.9));
  const bay = width / bays;
  for (let floor = 0; floor < floors; floor += 1) {
    const base = floor * storey + 0.45;
    if (floor > 0) frame.slab(0, base - 0.5, width, 0.22, 0, 0.08, trim);
    const balcony = floor > 0 && chance.next() < 0.75 ? chance.between(0, bays - 2) : -1;
    for (let index = 0; index < bays; index += 1) {
      const middle = (index + 0.5) * bay;
      if (floor === 0 && doorAt === index) drawDoor(frame, chance, middle - 0.6, 0.45);
      else if (index === balcony) drawDoor(frame, chance, middle - 0.5, base - 0.28);
      else
        drawWindow(
          frame,
          chance,
          middle - 0.65 - chance.next() * 0.2,
          base + 0.62,
          1.3 + chance.next() * 0.4,
          1.35,
          trim,
        );
    }
    if (balcony >= 0)
      drawBalcony(frame, chance, balcony * bay + 0.15, base - 0.42, bay * 2 - 0.3, plaster);
  }
  frame.slab(-0.06, height, width + 0.12, 0.14, -0.05, 0.14, trim);
  frame.slab(0, height + 0.14, width, 0.75, -0.15, 0, shade(plaster, 1.02));
  frame.slab(-0.05, height + 0.89, width + 0.1, 0.1, -0.2, 0.05, trim);
  drawPipe(frame, width - 0.25, height);
}

/** Rain marks below ledges and blotches of old paint. */
function weather(frame: Frame, chance: Chance, width: number, height: number) {
  const wall = frame.wall();
  for (let index = 0; index < width * 5; index += 1) {
    const a = chance.next() * width;
    const top = chance.next() < 0.6 ? height : chance.next() * height;
    const length = 0.4 + chance.next() * 2.2;
    const broad = 0.04 + chance.next() * 0.3;
    const fill = wall.shading(
      [a, top],
      [a, top - length],
      [0, '#2c2a24', 0.05 + chance.next() * 0.13],
      [1, '#2c2a24', 0],
    );
    wall.polygon(
      [
        [a, top],
        [a + broad, top],
        [a + broad * 0.7, top - length],
        [a + broad * 0.2, top - length],
      ],
      fill,
    );
  }
  for (let index = 0; index < width * 3; index += 1) {
    const [x, y] = frame.view.at(wall.place(chance.next() * width, chance.next() * height));
    const size = frame.view.scale(wall.place(0, 0)) * (0.2 + chance.next() * 0.8);
    frame.view.sheet.glow(
      x,
      y,
      size,
      size * (0.5 + chance.next()),
      chance.next() < 0.5 ? '#fff6e0' : '#3a3226',
      0.07,
    );
  }
}

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

function drawBalcony(
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

function drawTank(frame: Frame, chance: Chance, a: number, b: number) {
  const back = frame.wall(-3);
  const black = chance.next() < 0.6;
  const [edge, middle] = black ? ['#15171a', '#4a4f55'] : ['#b9b8ae', '#f0efe6'];
  for (let ring = 0; ring < 5; ring += 1)
    back.rectangle(
      a,
      b + 0.55 + ring * 0.25,
      1.2,
      0.23,
      back.shading([a, b], [a + 1.2, b], [0, edge], [0.35, middle], [1, edge]),
    );
  back.ellipse(a + 0.6, b + 1.82, 0.45, 0.14, middle);
}

function drawPipe(frame: Frame, a: number, height: number) {
  const wall = frame.wall(0.06);
  wall.line(
    [
      [a + 0.07, 0.2],
      [a + 0.07, height],
    ],
    '#000000',
    0.1,
    'stroke-opacity="0.25"',
  );
  wall.line(
    [
      [a, 0.2],
      [a, height],
    ],
    '#b7b2a6',
    0.1,
  );
  wall.line(
    [
      [a - 0.02, 0.2],
      [a - 0.02, height],
    ],
    '#e2ded4',
    0.03,
  );
}
