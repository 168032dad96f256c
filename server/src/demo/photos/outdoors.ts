import { blend, shade } from './colour.ts';
import { type Point, type Sheet, sheetWidth } from './sheet.ts';
import type { View } from './view.ts';

const skies = [
  ['#6f9fcb', '#cfe0ea'],
  ['#8fb4d2', '#e9eef0'],
  ['#a9bccb', '#efe9de'],
  ['#7aa7c9', '#f1e4cf'],
] as const;
const greens = ['#3d5a2a', '#4f6b30', '#5c7a3a', '#2f4a28', '#6b8440'] as const;

export function drawSky(sheet: Sheet) {
  const [high, low] = sheet.chance.pick(skies);
  sheet.rectangle(-100, -100, 1800, 1100, sheet.linear([0, 0], [0, 760], [0, high], [1, low]));
  for (let cloud = 0; cloud < 9; cloud += 1) {
    const x = sheet.chance.next() * sheetWidth;
    const y = 40 + sheet.chance.next() * 380;
    for (let puff = 0; puff < 4; puff += 1)
      sheet.glow(x + puff * 55 - 90, y + sheet.chance.next() * 24, 130, 34, '#ffffff', 0.16);
  }
}

/** Road, kerb and dust from the house line at `far` to under the camera. */
export function drawGround(view: View, far: number) {
  const { sheet } = view;
  const floor = view.floor(-60, 0, view.eye[2]);
  const depth = far - view.eye[2];
  const dust = sheet.chance.pick(['#b3a48a', '#a89b88', '#bfae92']);
  floor.rectangle(
    0,
    0,
    120,
    depth + 30,
    floor.shading([60, depth], [60, 1], [0, dust], [1, shade(dust, 0.82)]),
  );
  const road = sheet.chance.pick(['#6d6b68', '#77736c', '#5f5e5d']);
  floor.rectangle(
    0,
    0,
    120,
    depth * 0.62,
    floor.shading([60, depth * 0.62], [60, 1], [0, shade(road, 1.2)], [1, shade(road, 0.85)]),
  );
  floor.rectangle(0, depth * 0.62, 120, 0.18, '#cdc6b6');
  floor.rectangle(0, depth * 0.62 - 0.06, 120, 0.06, '#3a3834', 'fill-opacity="0.6"');
  drawLitter(view, 520, [view.eye[2] + 1.5, far]);
}

/** Stones, leaves and oil marks on the ground. */
export function drawLitter(view: View, count: number, [near, far]: Point) {
  const { sheet } = view;
  const { chance } = sheet;
  for (let index = 0; index < count; index += 1) {
    const z = near + (far - near) * chance.next() ** 1.5;
    const x = view.eye[0] + (chance.next() - 0.5) * (z - view.eye[2]) * 1.5;
    const size = view.scale([x, 0, z]) * (0.008 + chance.next() ** 6 * 0.18);
    const [px, py] = view.at([x, 0, z]);
    const colour = chance.pick(['#3f3b34', '#d6cbb4', '#8a7a5e', '#55603a', '#2d2b28']);
    sheet.ellipse(
      px,
      py,
      size,
      size * 0.3,
      colour,
      `fill-opacity="${(0.15 + chance.next() * 0.3).toFixed(2)}"`,
    );
  }
}

/** A crown of leaves: dark ones first, lit ones last. */
export function drawFoliage(
  sheet: Sheet,
  x: number,
  y: number,
  rx: number,
  ry: number,
  leaves: number,
  flower?: string,
) {
  const { chance } = sheet;
  const clumps = Array.from({ length: 9 }, () => {
    const turn = chance.next() * Math.PI * 2;
    const reach = Math.sqrt(chance.next()) * 0.62;
    return [x + Math.cos(turn) * rx * reach, y + Math.sin(turn) * ry * reach] as const;
  });
  const green = chance.pick(greens);
  for (const [cx, cy] of clumps) sheet.glow(cx, cy, rx * 0.55, ry * 0.5, shade(green, 0.45), 0.85);
  for (let index = 0; index < leaves; index += 1) {
    const [cx, cy] = chance.pick(clumps);
    const turn = chance.next() * Math.PI * 2;
    const reach = Math.sqrt(chance.next()) * 0.5;
    const [lx, ly] = [cx + Math.cos(turn) * rx * reach, cy + Math.sin(turn) * ry * reach];
    const light = 0.5 + (index / leaves) * 0.45 + ((y + ry - ly) / (2 * ry)) * 0.35;
    const long = Math.max(2.5, rx * (0.018 + chance.next() * 0.03));
    const colour =
      flower && index > leaves * 0.6 && chance.next() < 0.35
        ? flower
        : blend(green, chance.pick(greens), 0.5);
    const tilt = Math.round(chance.next() * 180);
    sheet.ellipse(
      lx,
      ly,
      long,
      long * 0.45,
      shade(colour, light),
      `transform="rotate(${tilt} ${lx.toFixed(1)} ${ly.toFixed(1)})"`,
    );
  }
}

export function drawTree(view: View, x: number, z: number, height: number) {
  const { sheet } = view;
  const [fx, fy] = view.at([x, 0, z]);
  const [, top] = view.at([x, height * 0.62, z]);
  const metre = view.scale([x, 0, z]);
  const thick = metre * 0.16;
  sheet.glow(fx + metre * 0.6, fy, metre * 1.6, metre * 0.25, '#15140f', 0.5);
  sheet.polygon(
    [
      [fx - thick, fy],
      [fx + thick, fy],
      [fx + thick * 0.5, top],
      [fx - thick * 0.5, top],
    ],
    sheet.linear([fx - thick, fy], [fx + thick, fy], [0, '#7d6a52'], [1, '#352a1f']),
  );
  drawFoliage(
    sheet,
    fx,
    top - metre * height * 0.16,
    metre * height * 0.34,
    metre * height * 0.3,
    420,
  );
}

export function drawPot(view: View, x: number, z: number, flower?: string) {
  const { sheet } = view;
  const [px, py] = view.at([x, 0, z]);
  const metre = view.scale([x, 0, z]);
  const [wide, tall] = [metre * 0.2, metre * 0.36];
  sheet.glow(px + wide * 0.5, py, wide * 1.8, wide * 0.4, '#000000', 0.5);
  sheet.polygon(
    [
      [px - wide * 0.7, py],
      [px + wide * 0.7, py],
      [px + wide, py - tall],
      [px - wide, py - tall],
    ],
    sheet.linear(
      [px - wide, py],
      [px + wide, py],
      [0, '#c8774f'],
      [0.4, '#b25f3a'],
      [1, '#6e3520'],
    ),
  );
  drawFoliage(sheet, px, py - tall * 1.75, wide * 1.7, tall * 1.1, 90, flower);
}

/** Overhead cables between two points of the picture, sagging. */
export function drawWires(sheet: Sheet, from: Point, to: Point, count: number) {
  for (let wire = 0; wire < count; wire += 1) {
    const sag = 30 + sheet.chance.next() * 90;
    const [ay, by] = [from[1] + wire * 13, to[1] + wire * 11 + sheet.chance.next() * 10];
    const middle = (ay + by) / 2 + sag;
    sheet.add(
      `<path d="M${from[0]} ${ay} Q${(from[0] + to[0]) / 2} ${middle.toFixed(0)} ${to[0]} ${by.toFixed(0)}" fill="none" stroke="#22242a" stroke-width="${(1.2 + sheet.chance.next() * 1.8).toFixed(1)}" stroke-opacity="0.85"/>`,
    );
  }
}

export function drawPole(view: View, x: number, z: number) {
  const { sheet } = view;
  const [px, py] = view.at([x, 0, z]);
  const [, top] = view.at([x, 8, z]);
  const half = view.scale([x, 0, z]) * 0.11;
  sheet.polygon(
    [
      [px - half, py],
      [px + half, py],
      [px + half * 0.7, top],
      [px - half * 0.7, top],
    ],
    sheet.linear([px - half, py], [px + half, py], [0, '#b9b4aa'], [1, '#5e5a54']),
  );
  sheet.line(
    [
      [px - half * 7, top + half * 3],
      [px + half * 7, top + half * 3],
    ],
    '#4a4741',
    half,
  );
}
