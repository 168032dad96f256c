import { chooseLook, type Look, storey } from './building.ts';
import { shade } from './colour.ts';
import { Frame } from './frame.ts';
import { drawWindow } from './openings.ts';
import { drawGround, drawPole, drawSky, drawWires } from './outdoors.ts';
import type { Sheet } from './sheet.ts';
import { drawGoods } from './shop-goods.ts';
import { View } from './view.ts';

const signs = [
  ['श्री गणेश किराना स्टोर', 'SHREE GANESH KIRANA STORE'],
  ['लक्ष्मी मेडिकल', 'LAXMI MEDICAL & GENERAL'],
  ['महावीर हार्डवेयर', 'MAHAVEER HARDWARE & PAINTS'],
  ['न्यू भारत इलेक्ट्रिकल्स', 'NEW BHARAT ELECTRICALS'],
  ['साई मोबाइल', 'SAI MOBILE & REPAIRS'],
  ['अन्नपूर्णा स्वीट्स', 'ANNAPURNA SWEETS & NAMKEEN'],
  ['जय अम्बे टेक्सटाइल्स', 'JAI AMBE TEXTILES'],
  ['विद्या बुक डेपो', 'VIDYA BOOK DEPOT'],
] as const;
const boards = [
  '#a3271f',
  '#1f5a3a',
  '#1f3f7a',
  '#d9a21f',
  '#5a2a6a',
  '#e8e4da',
  '#c45a1a',
] as const;

/** A row of shops under one roof: sign boards, shutters up or down, goods on the step. */
export function drawShopfront(sheet: Sheet) {
  const { chance } = sheet;
  const aside = (chance.next() - 0.5) * 4;
  const view = new View(sheet, {
    eye: [aside, 1.6, -8.2],
    yaw: -aside * 0.1,
    pitch: 0.11,
    focal: 1320,
  });
  drawSky(sheet);
  drawGround(view, 0);
  const look = chooseLook(chance, 15, 2);
  const frame = new Frame(view, [-7.5, 0, 0], [1, 0, 0], [0, 0, -1]);
  drawUpperFloor(frame, look);
  frame.slab(0, 0, 15, 0.32, 0, 1.1, '#b0a999');
  const first = chance.between(0, signs.length - 1);
  [0.3, 5.2, 10.1].forEach((at, index) => {
    drawShop(
      frame,
      at,
      signs[(first + index * 3) % signs.length] ?? signs[0],
      index === 1 || chance.next() < 0.5,
    );
  });
  drawPole(view, (chance.next() < 0.5 ? -1 : 1) * 4.9, -2.2);
  drawWires(sheet, [-50, 160], [1650, chance.between(60, 200)], 4);
}

function drawUpperFloor(frame: Frame, { plaster, trim }: Look) {
  const { chance } = frame.view.sheet;
  const wall = frame.wall();
  const top = 2 * storey + 0.6;
  frame.slab(0, 0, 15, top, -6, 0, plaster);
  wall.rectangle(
    0,
    0,
    15,
    top,
    wall.shading([0, top], [3, 0], [0, shade(plaster, 1.06)], [1, shade(plaster, 0.76)]),
  );
  for (let mark = 0; mark < 60; mark += 1) {
    const a = chance.next() * 15;
    const drop = 0.3 + chance.next() * 1.6;
    wall.rectangle(
      a,
      top - drop,
      0.05 + chance.next() * 0.25,
      drop,
      wall.shading([a, top], [a, top - drop], [0, '#26231d', 0.16], [1, '#26231d', 0]),
    );
  }
  for (let a = 1.4; a < 14; a += 2.7) drawWindow(frame, chance, a, storey + 1.55, 1.4, 1.3, trim);
  frame.slab(-0.05, top, 15.1, 0.2, -0.2, 0.15, trim);
}

function drawShop(
  frame: Frame,
  at: number,
  [hindi, english]: readonly [string, string],
  open: boolean,
) {
  const { view } = frame;
  const { chance } = view.sheet;
  const wall = frame.wall();
  const width = 4.3;
  wall.rectangle(at, 0.32, width, 2.45, '#15120e');
  if (open) drawGoods(frame, at, width);
  drawShutter(frame, at, width, open ? 2.45 : 0.34);
  for (const edge of [at - 0.3, at + width]) frame.slab(edge, 0.3, 0.3, 2.6, 0, 0.12, '#a79c8a');

  const board = chance.pick(boards);
  const ink = board === '#e8e4da' || board === '#d9a21f' ? '#8a1a14' : '#fff3d0';
  wall.polygon(
    [
      [at - 0.1, 2.72],
      [at + width + 0.3, 2.72],
      [at + width + 0.5, 2.2],
      [at + 0.2, 2.2],
    ],
    wall.shading([at, 2.72], [at, 2.2], [0, '#080604', 0.6], [1, '#080604', 0]),
  );
  frame.slab(at - 0.2, 2.72, width + 0.4, 1.02, 0, 0.35, board);
  const face = frame.wall(0.36);
  face.rectangle(
    at - 0.2,
    2.72,
    width + 0.4,
    1.02,
    face.shading(
      [at, 3.7],
      [at + width, 2.7],
      [0, shade(board, 1.12)],
      [0.5, board],
      [1, shade(board, 0.78)],
    ),
  );
  face.rectangle(at - 0.15, 2.77, width + 0.3, 0.04, ink, 'fill-opacity="0.7"');
  face.rectangle(at - 0.15, 3.65, width + 0.3, 0.04, ink, 'fill-opacity="0.7"');
  face.text(at + width / 2, 3.24, 0.4, hindi, ink, 'font-weight="700"');
  face.text(
    at + width / 2,
    2.9,
    english.length > 22 ? 0.2 : 0.24,
    english,
    ink,
    'font-weight="600"',
  );
}

function drawShutter(frame: Frame, at: number, width: number, down: number) {
  const steel = frame.view.sheet.chance.pick(['#8f979c', '#6f8a8f', '#a39a86', '#7a7f86']);
  const wall = frame.wall(0.03);
  for (let slat = down; slat < 2.75; slat += 0.1)
    wall.rectangle(
      at,
      slat,
      width,
      0.1,
      wall.shading(
        [at, slat + 0.1],
        [at, slat],
        [0, shade(steel, 1.2)],
        [0.6, steel],
        [1, shade(steel, 0.55)],
      ),
    );
  wall.rectangle(at, down, width, 0.08, shade(steel, 0.5));
  if (down > 1) return;
  for (const side of [0.8, width - 0.9]) wall.rectangle(at + side, 0.36, 0.14, 0.1, '#c9a94a');
}
