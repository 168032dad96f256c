import { chooseLook, drawBuilding } from './building.ts';
import { shade } from './colour.ts';
import { Frame } from './frame.ts';
import { drawLitter, drawPole, drawSky, drawTree, drawWires } from './outdoors.ts';
import type { Sheet } from './sheet.ts';
import { drawCar } from './vehicles.ts';
import { View } from './view.ts';

/** A lane of houses that runs away from the camera. */
export function drawStreet(sheet: Sheet) {
  const { chance } = sheet;
  const aside = (chance.next() - 0.5) * 2.4;
  const view = new View(sheet, {
    eye: [aside, 1.6, 0],
    yaw: -0.05 - aside * 0.05 + chance.next() * 0.1,
    pitch: 0.07,
    focal: 1250,
  });
  drawSky(sheet);
  const ground = view.floor(-40, 0, 0);
  const dust = chance.pick(['#b0a28a', '#a3988a', '#bda98a']);
  ground.rectangle(
    0,
    0,
    80,
    120,
    ground.shading([40, 60], [40, 1.5], [0, shade(dust, 1.2)], [1, shade(dust, 0.8)]),
  );
  const road = chance.pick(['#76726c', '#66645f', '#84807a']);
  ground.rectangle(
    37.4,
    0,
    5.2,
    120,
    ground.shading([40, 40], [40, 1.5], [0, shade(road, 1.35)], [1, shade(road, 0.82)]),
  );
  for (const edge of [37.3, 42.6]) ground.rectangle(edge, 0, 0.14, 120, '#cfc8b8');

  const half = 4.1 + chance.next();
  drawRow(view, -half, 1);
  drawRow(view, half, -1);
  const shade1 = ground.shading(
    [40 - half, 5],
    [40 - half + 3.4, 5],
    [0, '#14161c', 0.62],
    [0.8, '#14161c', 0.5],
    [1, '#14161c', 0.05],
  );
  ground.rectangle(40 - half, 0, 3.4, 60, shade1);
  drawLitter(view, 520, [1.8, 24]);

  const poleSide = half - 0.7;
  for (const z of [34, 22, 11]) drawPole(view, poleSide, z);
  for (const [near, far] of [
    [-4, 11],
    [11, 22],
    [22, 34],
  ] as const) {
    const from = near < 0 ? ([1700, -60] as const) : view.at([poleSide, 7.6, near]);
    drawWires(sheet, from, view.at([poleSide, 7.6, far]), 4);
  }
  for (const [side, z] of [
    [-1, 26],
    [1, 15],
    [-1, 8],
  ] as const)
    if (chance.next() < 0.7) drawTree(view, side * (half - 0.3), z, 4.2 + chance.next() * 1.6);
  for (const z of [19, 9.5])
    if (chance.next() < 0.8)
      drawCar(view, (chance.next() < 0.5 ? -1 : 1) * 2 - 0.85, z + chance.next() * 3);
}

/** Houses wall to wall, the far ones first, each a little paler than the one before it. */
function drawRow(view: View, x: number, out: 1 | -1) {
  const { sheet } = view;
  const { chance } = sheet;
  const lots: { start: number; width: number }[] = [];
  for (let start = 2 + chance.next() * 3; start < 40; ) {
    const width = chance.between(6, 9);
    lots.push({ start, width });
    start += width + (chance.next() < 0.3 ? 1.6 : 0.15);
  }
  for (const { start, width } of lots.reverse()) {
    const frame = new Frame(
      view,
      [x - out * chance.next() * 0.5, 0, start],
      [0, 0, 1],
      [out, 0, 0],
    );
    drawBuilding(
      frame,
      chance,
      chooseLook(chance, width, chance.between(1, 3)),
      start < 25 ? 1 : undefined,
    );
    const wall = frame.wall(1.2);
    wall.rectangle(
      -0.2,
      0,
      width + 0.4,
      10.5,
      '#cfd8df',
      `fill-opacity="${Math.min(0.4, start / 90).toFixed(2)}"`,
    );
  }
}
