import { chooseLook, drawBuilding } from './building.ts';
import { shade } from './colour.ts';
import { Frame } from './frame.ts';
import { drawFoliage, drawLitter, drawPot, drawSky, drawTree } from './outdoors.ts';
import type { Sheet } from './sheet.ts';
import { View } from './view.ts';

/** The gate of a house seen from the lane, its pillars, number plate and a creeper on the wall. */
export function drawGate(sheet: Sheet) {
  const { chance } = sheet;
  const aside = (chance.next() - 0.5) * 2.6;
  const view = new View(sheet, {
    eye: [aside, 1.55, -5.4],
    yaw: -aside * 0.13,
    pitch: 0.03,
    focal: 1300,
  });
  drawSky(sheet);
  const yard = view.floor(-40, 0, -6);
  const dust = chance.pick(['#b7a88c', '#a79a86', '#9c8f7f']);
  yard.rectangle(
    0,
    0,
    80,
    40,
    yard.shading([40, 14], [40, 0], [0, shade(dust, 1.1)], [1, shade(dust, 0.8)]),
  );

  const look = chooseLook(chance, 9, chance.between(1, 2));
  drawBuilding(new Frame(view, [-4.5, 0, 5], [1, 0, 0], [0, 0, -1]), chance, look, 1);
  drawTree(view, (chance.next() < 0.5 ? -1 : 1) * 3.6, 2.5, 5.5);
  for (let tile = 0; tile < 9; tile += 1)
    for (let row = 0; row < 7; row += 1)
      view
        .floor(-1.4 + tile * 0.31, 0.005, -1 + row * 0.6)
        .rectangle(0, 0, 0.29, 0.57, shade('#9c5b45', 0.8 + chance.next() * 0.35));
  drawLitter(view, 380, [-4.6, 3]);

  const wall = new Frame(view, [-9, 0, 0], [1, 0, 0], [0, 0, -1]);
  const high = 1.35 + chance.next() * 0.3;
  const plaster = shade(look.plaster, 0.96);
  for (const start of [0, 10.75]) {
    wall.slab(start, 0, 7.25, high, -0.22, 0, plaster);
    const face = wall.wall();
    face.rectangle(
      start,
      0,
      7.25,
      high,
      face.shading(
        [start, high],
        [start, 0],
        [0, plaster, 0.2],
        [0.6, plaster, 0],
        [1, '#2a2116', 0.42],
      ),
    );
    for (let mark = 0; mark < 34; mark += 1) {
      const a = start + chance.next() * 7;
      const drop = 0.15 + chance.next() * 0.8;
      face.rectangle(
        a,
        high - drop,
        0.05 + chance.next() * 0.2,
        drop,
        face.shading([a, high], [a, high - drop], [0, '#221f1a', 0.2], [1, '#221f1a', 0]),
      );
    }
    wall.slab(start - 0.02, high, 7.29, 0.1, -0.27, 0.06, look.trim);
  }
  drawLeaves(wall, chance.pick(['#26292c', '#5a2f22', '#234a46', '#6f7478', '#7d6a2f']));
  for (const at of [7.25, 10.25])
    drawPillar(wall, at, high, look.trim, at === 10.25 ? String(chance.between(2, 148)) : '');

  const [bx, by] = view.at([(chance.next() < 0.5 ? -1 : 1) * 3.2, high + 0.25, 0]);
  const metre = view.scale([0, 0, 0]);
  drawFoliage(
    sheet,
    bx,
    by,
    metre * 1.5,
    metre * 0.75,
    620,
    chance.pick(['#c22f7d', '#d94f6a', '#e8963c', '#efe6ee']),
  );
  for (const x of [-2.9, 2.6]) if (chance.next() < 0.7) drawPot(view, x, -0.5, '#d9486a');
}

function drawPillar(wall: Frame, at: number, high: number, trim: string, number: string) {
  const { view } = wall;
  const { chance } = view.sheet;
  const top = high + 0.65;
  const stone = shade(trim, 1.1);
  wall.slab(at, 0, 0.5, top, -0.45, 0.05, stone);
  const face = wall.wall(0.05);
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 2; column += 1)
      face.rectangle(
        at + 0.02 + column * 0.24,
        0.05 + (row * (top - 0.05)) / 8,
        0.22,
        (top - 0.05) / 8 - 0.02,
        shade(stone, 0.82 + chance.next() * 0.3),
      );
  wall.slab(at - 0.08, top, 0.66, 0.1, -0.53, 0.13, '#d6cfbf');
  const [x, y] = view.at(wall.at(at + 0.25, top + 0.28, -0.2));
  const globe = view.scale(wall.at(at, top, 0)) * 0.16;
  view.sheet.ellipse(x, y + globe * 0.9, globe * 0.4, globe * 0.3, '#2a2a2a');
  view.sheet.ellipse(
    x,
    y,
    globe,
    globe,
    view.sheet.radial([0, '#ffffff'], [0.6, '#eceade'], [1, '#a9a598']),
  );
  if (!number) return;
  face.rectangle(at + 0.06, high - 0.02, 0.42, 0.28, '#000000', 'fill-opacity="0.35"');
  face.rectangle(
    at + 0.05,
    high,
    0.4,
    0.28,
    face.shading([at, high + 0.28], [at + 0.4, high], [0, '#2d4a7a'], [1, '#1c3157']),
  );
  face.text(at + 0.25, high + 0.07, 0.2, number, '#f4f1e6', 'font-weight="700"');
}

/** Two leaves of sheet iron below and bars above. */
function drawLeaves(wall: Frame, iron: string) {
  const face = wall.wall(-0.15);
  for (const [index, at] of [7.75, 9].entries()) {
    face.rectangle(
      at,
      0.08,
      1.23,
      1.02,
      face.shading(
        [at, 1.1],
        [at + 1.2, 0],
        [0, shade(iron, 1.25)],
        [0.5, iron],
        [1, shade(iron, 0.7)],
      ),
    );
    for (const [a, width] of [
      [0.1, 0.46],
      [0.66, 0.46],
    ] as const) {
      face.rectangle(at + a, 0.2, width, 0.78, shade(iron, 0.72));
      face.rectangle(at + a + 0.02, 0.2, width - 0.02, 0.76, shade(iron, 1.12));
    }
    for (let bar = at + 0.06; bar < at + 1.2; bar += 0.125) {
      face.line(
        [
          [bar + 0.02, 1.1],
          [bar + 0.02, 1.85],
        ],
        '#000000',
        0.02,
        'stroke-opacity="0.3"',
      );
      face.line(
        [
          [bar, 1.1],
          [bar, 1.85],
        ],
        shade(iron, 1.15),
        0.028,
      );
      face.polygon(
        [
          [bar - 0.03, 1.85],
          [bar + 0.03, 1.85],
          [bar, 1.97],
        ],
        '#b59a4a',
      );
    }
    for (const height of [0.08, 1.1, 1.5, 1.82])
      face.line(
        [
          [at, height],
          [at + 1.23, height],
        ],
        shade(iron, 1.2),
        0.05,
      );
    for (const edge of [at, at + 1.23])
      face.line(
        [
          [edge, 0.04],
          [edge, 1.9],
        ],
        shade(iron, 0.85),
        0.06,
      );
    for (const ring of [at + 0.33, at + 0.92])
      face.ellipse(ring, 1.5, 0.13, 0.13, 'none', `stroke="${shade(iron, 1.3)}" stroke-width="7"`);
    if (index === 1) face.rectangle(at - 0.14, 1.02, 0.32, 0.06, '#8a8f94');
  }
  const shadow = wall.view.floor(-1.6, 0.006, -1.7);
  shadow.rectangle(
    0.3,
    0,
    2.7,
    1.6,
    shadow.shading([0, 1.6], [0, 0], [0, '#0c0a08', 0.55], [1, '#0c0a08', 0.05]),
  );
}
