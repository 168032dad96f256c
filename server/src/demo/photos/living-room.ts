import { shade } from './colour.ts';
import { drawArmchair, drawSofa, drawTable, drawTelevision } from './furniture.ts';
import { drawFoliage } from './outdoors.ts';
import { drawRoom, hang, shadowUnder } from './room.ts';
import type { Sheet } from './sheet.ts';
import { type Plane, View } from './view.ts';

/** A sitting room: sofa, low table, television, curtained window, fan. */
export function drawLivingRoom(sheet: Sheet) {
  const { chance } = sheet;
  const aside = (chance.next() - 0.5) * 1.6;
  const view = new View(sheet, {
    eye: [aside, 1.5, -1.3],
    yaw: -aside * 0.14,
    pitch: -0.1,
    focal: 1080,
  });
  const paint = chance.pick([
    '#dfe3c4',
    '#e8d4bd',
    '#c9dbe0',
    '#ecdfc6',
    '#e0cbd0',
    '#d3d9cf',
    '#b9cfc4',
  ]);
  const room = { left: -2.6, right: 2.6, far: 3.6, height: 2.85 };
  const back = drawRoom(
    view,
    room,
    paint,
    chance.pick(['#b9a78e', '#c6bfb2', '#9a8674', '#d3cbbb']),
    0.6,
  );

  const windowAt = chance.next() < 0.5 ? 0.4 : 3.2;
  drawCurtains(
    back,
    windowAt,
    chance.pick(['#9c4a3e', '#4f6f7f', '#b98a4a', '#6e5570', '#7f8a58']),
    view,
  );
  drawPictures(back, windowAt < 2 ? 2.9 : 0.6, view);
  drawTubeLight(back, 2.6, view);
  drawTelevision(view, room.right, chance.next() * 0.6 + 0.9);
  drawFan(view, 0, 2.35, 2.1);

  const cloth = chance.pick(['#7a3b30', '#5a6472', '#8a7350', '#3f5a54', '#6f5a4a', '#97826a']);
  drawSofa(view, -1.25, 2.55, 2.1, cloth);
  drawArmchair(view, -2.45, 1.1, cloth);
  const rug = view.floor(-1.3, 0.004, 0.5);
  const wool = chance.pick(['#7c3a36', '#48586e', '#6a7048', '#8a6a3e']);
  rug.rectangle(0, 0, 2.6, 1.8, wool);
  for (const inset of [0.1, 0.22, 0.5])
    rug.rectangle(
      inset,
      inset,
      2.6 - 2 * inset,
      1.8 - 2 * inset,
      shade(wool, inset === 0.22 ? 1.35 : 0.8),
    );
  drawTable(view, -0.6, 1.05);
  shadowUnder(view, 1.6, 2.9, 0.5, 0.4);
  view.box([1.68, 0, 3.0], [0.3, 0.32, 0.3], '#9a5538');
  const [px, py] = view.at([1.83, 0.85, 3.1]);
  drawFoliage(sheet, px, py, view.scale([0, 0, 3]) * 0.38, view.scale([0, 0, 3]) * 0.5, 170);
}

function drawCurtains(wall: Plane, a: number, cloth: string, view: View) {
  wall.rectangle(
    a,
    0.95,
    1.5,
    1.35,
    wall.shading([a, 2.3], [a + 1.5, 0.95], [0, '#f6fbff'], [0.6, '#dfeaf0'], [1, '#b4cbb0']),
  );
  for (let bar = 1; bar < 8; bar += 1)
    wall.line(
      [
        [a, 0.95 + bar * 0.17],
        [a + 1.5, 0.95 + bar * 0.17],
      ],
      '#6e7478',
      0.014,
    );
  wall.line(
    [
      [a + 0.75, 0.95],
      [a + 0.75, 2.3],
    ],
    '#f0ece2',
    0.06,
  );
  for (const start of [a - 0.25, a + 1.2])
    for (let fold = 0; fold < 8; fold += 1)
      wall.rectangle(
        start + fold * 0.07,
        0.25,
        0.075,
        2.2,
        wall.shading(
          [start + fold * 0.07, 1],
          [start + fold * 0.07 + 0.075, 1],
          [0, shade(cloth, 0.62)],
          [0.5, shade(cloth, 1.12)],
          [1, shade(cloth, 0.7)],
        ),
      );
  wall.line(
    [
      [a - 0.35, 2.48],
      [a + 1.85, 2.48],
    ],
    '#8a6a3a',
    0.045,
  );
  const [x, y] = view.at(wall.place(a + 0.75, 1.6));
  view.sheet.glow(x, y, 420, 330, '#fffbe8', 0.34);
}

function drawPictures(wall: Plane, a: number, view: View) {
  const { chance } = view.sheet;
  hang(
    wall,
    a,
    1.62,
    0.52,
    0.66,
    '#6a4526',
    wall.shading([a, 2.2], [a + 0.5, 1.7], [0, '#d9a441'], [0.5, '#b5543c'], [1, '#3f5a7a']),
  );
  wall.ellipse(a + 0.26, 1.98, 0.1, 0.12, '#f0d9b4');
  wall.polygon(
    [
      [a + 0.08, 1.68],
      [a + 0.44, 1.68],
      [a + 0.34, 1.88],
      [a + 0.18, 1.88],
    ],
    '#7a2f4a',
  );
  hang(wall, a + 0.75, 1.7, 0.4, 0.55, '#c9c2b2', '#f6f2e6');
  wall.rectangle(a + 0.78, 2.0, 0.34, 0.2, chance.pick(['#5f8aa8', '#8aa06a', '#c98a5a']));
  for (let day = 0; day < 28; day += 1)
    wall.rectangle(
      a + 0.8 + (day % 7) * 0.045,
      1.92 - Math.floor(day / 7) * 0.055,
      0.025,
      0.022,
      day % 7 === 0 ? '#b03a30' : '#55524c',
    );
  wall.ellipse(a + 1.42, 2.1, 0.16, 0.16, '#4a3524');
  wall.ellipse(a + 1.42, 2.1, 0.135, 0.135, '#f4f0e4');
  wall.line(
    [
      [a + 1.42, 2.1],
      [a + 1.42, 2.2],
    ],
    '#1d1d1d',
    0.014,
  );
  wall.line(
    [
      [a + 1.42, 2.1],
      [a + 1.49, 2.06],
    ],
    '#1d1d1d',
    0.018,
  );
}

function drawTubeLight(wall: Plane, a: number, view: View) {
  const [x, y] = view.at(wall.place(a, 2.62));
  view.sheet.glow(x, y, 520, 210, '#fdfff4', 0.4);
  wall.rectangle(a - 0.62, 2.58, 1.24, 0.09, '#d8d6ce');
  wall.rectangle(a - 0.56, 2.6, 1.12, 0.045, '#fffffb');
}

function drawFan(view: View, x: number, y: number, z: number) {
  view.box([x - 0.015, y, z], [0.03, 0.5, 0.03], '#b9b3a6');
  const spin = view.sheet.chance.next() * 2;
  for (const turn of [0, 2.09, 4.19]) {
    const [sin, cos] = [Math.sin(turn + spin), Math.cos(turn + spin)];
    view.polygon(
      [
        [x + 0.12 * cos - 0.05 * sin, y, z + 0.12 * sin + 0.05 * cos],
        [x + 0.62 * cos - 0.07 * sin, y, z + 0.62 * sin + 0.07 * cos],
        [x + 0.62 * cos + 0.07 * sin, y, z + 0.62 * sin - 0.07 * cos],
        [x + 0.12 * cos + 0.05 * sin, y, z + 0.12 * sin - 0.05 * cos],
      ],
      '#8d7f6c',
    );
  }
  view.floor(x, y - 0.02, z).ellipse(0, 0, 0.13, 0.13, '#c8bda6');
}
