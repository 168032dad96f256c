import type { Chance } from '../seeded.ts';
import { shade } from './colour.ts';
import type { Frame } from './frame.ts';
import { drawBalcony, drawDoor, drawWindow } from './openings.ts';

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
