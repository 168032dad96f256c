import { shade } from './colour.ts';
import type { Point } from './sheet.ts';
import type { View } from './view.ts';

/** A small parked car that shows its tail. */
export function drawCar(view: View, x: number, z: number) {
  const { sheet } = view;
  const paint = sheet.chance.pick([
    '#e9e9e6',
    '#b9bdc1',
    '#8c2f2a',
    '#3a4756',
    '#d8d2c0',
    '#6a6f74',
  ]);
  const [width, long] = [1.6, 3.6];
  const [sx, sy] = view.at([x + width / 2, 0, z]);
  sheet.glow(sx, sy, view.scale([x, 0, z]) * 1.15, view.scale([x, 0, z]) * 0.2, '#000000', 0.75);

  const profile: Point[] = [
    [0, 0.3],
    [0, 0.95],
    [0.15, 1.0],
    [0.4, 1.46],
    [1.9, 1.48],
    [2.6, 1.02],
    [3.5, 0.85],
    [long, 0.5],
    [long, 0.3],
  ];
  const glass: Point[] = [
    [0.35, 1.02],
    [0.52, 1.38],
    [1.85, 1.4],
    [2.4, 1.03],
  ];
  const flankX = view.eye[0] > x + width / 2 ? x + width : x;
  const flank = view.side(flankX, 0, z);
  for (const at of [0.75, 2.85]) flank.ellipse(at, 0.31, 0.3, 0.31, '#17181a');
  flank.polygon(
    profile,
    flank.shading(
      [1, 1.4],
      [1, 0.3],
      [0, shade(paint, 0.95)],
      [0.5, shade(paint, 0.8)],
      [1, shade(paint, 0.5)],
    ),
  );
  flank.polygon(glass, flank.shading([0.5, 1.4], [2, 1], [0, '#20282d'], [1, '#536069']));
  flank.line(
    [
      [1.25, 0.4],
      [1.25, 1.4],
    ],
    shade(paint, 0.6),
    0.03,
  );
  for (const at of [0.75, 2.85]) {
    flank.ellipse(at, 0.31, 0.29, 0.3, '#1a1b1d');
    flank.ellipse(at, 0.31, 0.15, 0.16, '#a7abae');
  }
  const tail = view.front(x, 0, z);
  tail.polygon(
    [
      [0.02, 0.3],
      [width - 0.02, 0.3],
      [width, 0.98],
      [0, 0.98],
    ],
    tail.shading([0, 1], [0, 0.3], [0, shade(paint, 1.08)], [0.5, paint], [1, shade(paint, 0.55)]),
  );
  view.polygon(
    [
      [x + 0.08, 0.98, z],
      [x + width - 0.08, 0.98, z],
      [x + width - 0.2, 1.46, z + 0.4],
      [x + 0.2, 1.46, z + 0.4],
    ],
    tail.shading([0, 1.4], [width, 1], [0, '#1c2327'], [0.5, '#5d6b73'], [1, '#242c31']),
  );
  view.polygon(
    [
      [x + 0.2, 1.46, z + 0.4],
      [x + width - 0.2, 1.46, z + 0.4],
      [x + width - 0.2, 1.5, z + 1.9],
      [x + 0.2, 1.5, z + 1.9],
    ],
    shade(paint, 1.2),
  );
  for (const at of [0.05, width - 0.33]) {
    tail.rectangle(at, 0.72, 0.28, 0.18, '#9c1f1c');
    tail.rectangle(at + 0.03, 0.81, 0.22, 0.06, '#e0584a');
  }
  tail.rectangle(0.5, 0.52, 0.6, 0.14, '#efeadb');
  tail.rectangle(0.04, 0.3, width - 0.08, 0.14, '#2b2d2f');
  for (const at of [0.06, width - 0.3]) tail.rectangle(at, 0.0, 0.24, 0.3, '#131415');
}
