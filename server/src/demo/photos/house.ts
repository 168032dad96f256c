import { chooseLook, drawBuilding } from './building.ts';
import { shade } from './colour.ts';
import { Frame } from './frame.ts';
import { drawGround, drawPole, drawPot, drawSky, drawTree, drawWires } from './outdoors.ts';
import type { Sheet } from './sheet.ts';
import { View } from './view.ts';

/** A house seen from across the lane, its neighbours to both sides and a low wall before it. */
export function drawHouse(sheet: Sheet) {
  const { chance } = sheet;
  const aside = (chance.next() - 0.5) * 7;
  const view = new View(sheet, {
    eye: [aside, 1.6, -13.5],
    yaw: Math.atan2(-aside, 13.5),
    pitch: 0.14,
    focal: 1330,
  });
  drawSky(sheet);
  drawGround(view, 0);

  const width = chance.between(7, 9);
  const floors = chance.between(1, 3);
  const look = chooseLook(chance, width, floors);
  const lots = [
    { x: -width / 2 - 9.4, look: chooseLook(chance, 9, chance.between(1, 3)) },
    { x: width / 2 + 0.5, look: chooseLook(chance, 9, chance.between(1, 3)) },
    { x: -width / 2, look },
  ];
  for (const lot of lots) {
    const frame = new Frame(view, [lot.x, 0, 0], [1, 0, 0], [0, 0, -1]);
    drawBuilding(frame, chance, lot.look, lot.look === look ? chance.between(0, 1) : undefined);
  }
  drawWall(view, -width / 2, width, look.plaster, look.trim);
  if (chance.next() < 0.8)
    drawTree(
      view,
      (chance.next() < 0.5 ? -1 : 1) * (width / 2 + 0.8),
      -3,
      4.5 + chance.next() * 2.5,
    );
  for (let pot = 0; pot < chance.between(2, 5); pot += 1)
    drawPot(
      view,
      -width / 2 + 0.5 + chance.next() * (width - 1),
      -3.2,
      chance.pick(['#c2416b', '#d8a534', '#e8e0da']),
    );
  const pole = (chance.next() < 0.5 ? -1 : 1) * 5.6;
  drawPole(view, pole, -4);
  const [px, py] = view.at([pole, 7.4, -4]);
  drawWires(sheet, [-50, chance.between(60, 260)], [px, py], 4);
  drawWires(sheet, [px, py], [1650, chance.between(60, 260)], 4);
}

function drawWall(view: View, x: number, width: number, plaster: string, trim: string) {
  const { chance } = view.sheet;
  const gateAt = 1.2 + chance.next() * (width - 4.6);
  const frame = new Frame(view, [x, 0, -2.4], [1, 0, 0], [0, 0, -1]);
  const high = 1.05 + chance.next() * 0.3;
  const low = shade(plaster, 0.93);
  frame.slab(0, 0, gateAt, high, -0.2, 0, low);
  frame.slab(0, high, gateAt, 0.08, -0.25, 0.05, trim);
  frame.slab(gateAt + 2.4, 0, width - gateAt - 2.4, high, -0.2, 0, low);
  frame.slab(gateAt + 2.4, high, width - gateAt - 2.4, 0.08, -0.25, 0.05, trim);
  const iron = chance.pick(['#26292b', '#4b2f24', '#2f4a44', '#5a5f63']);
  const gate = frame.wall(-0.1);
  gate.rectangle(gateAt, 0.08, 2.4, 0.62, shade(iron, 1.05));
  for (let bar = gateAt + 0.05; bar < gateAt + 2.4; bar += 0.12)
    gate.line(
      [
        [bar, 0.1],
        [bar, high + 0.25],
      ],
      iron,
      0.025,
    );
  for (const height of [0.1, 0.72, high + 0.18])
    gate.line(
      [
        [gateAt, height],
        [gateAt + 2.4, height],
      ],
      iron,
      0.05,
    );
  for (const at of [gateAt - 0.32, gateAt + 2.4]) {
    frame.slab(at, 0, 0.34, high + 0.5, -0.3, 0.06, shade(trim, 1.05));
    frame.slab(at - 0.05, high + 0.5, 0.44, 0.1, -0.35, 0.11, '#d9d2c2');
  }
  view
    .floor(x, 0.01, -4.6)
    .rectangle(
      0,
      0,
      width,
      2.2,
      view.sheet.linear(
        view.at([0, 0, -2.4]),
        view.at([0, 0, -4.4]),
        [0, '#12100c', 0.5],
        [1, '#12100c', 0],
      ),
    );
}
