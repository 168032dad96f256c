import { blend, shade } from './colour.ts';
import { drawFoliage } from './outdoors.ts';
import type { Sheet } from './sheet.ts';
import { type Plane, View } from './view.ts';

const houses = [
  ['शर्मा निवास', 'SHARMA NIWAS'],
  ['देशपांडे', 'DESHPANDE'],
  ['श्री साई कृपा', 'SHREE SAI KRUPA'],
  ['मातृ छाया', 'MATRU CHHAYA'],
  ['वर्मा सदन', 'VERMA SADAN'],
  ['आशीर्वाद', 'ASHIRWAD'],
  ['पाटील वाडा', 'PATIL WADA'],
  ['नायर हाउस', 'NAIR HOUSE'],
] as const;

/** A name plate beside a door, close up: plate, bell, meter box. */
export function drawNameplate(sheet: Sheet) {
  const { chance } = sheet;
  const aside = (chance.next() - 0.5) * 0.5;
  const view = new View(sheet, {
    eye: [aside, 1.55 + chance.next() * 0.1, -1.75],
    yaw: -aside * 0.5,
    pitch: 0.02,
    focal: 1400,
  });
  const wall = view.front(-1.65, 0, 0);
  if (chance.next() < 0.5)
    drawTiles(wall, chance.pick(['#a8795a', '#8f8a80', '#b5a184', '#9a6a58']), view);
  else drawPlaster(wall, chance.pick(['#e2d3a6', '#cddbd2', '#e0bda8', '#d9d6cb']), view);
  drawFrame(wall);
  drawPlate(wall, view);
  drawBell(wall, 2.12, 1.42);
  drawMeter(wall, view);
  drawFoliage(sheet, chance.next() < 0.5 ? 1560 : 1480, 1160, 260, 210, 330, '#d9486a');
}

function drawTiles(wall: Plane, stone: string, view: View) {
  const { chance } = view.sheet;
  wall.rectangle(-1, 0, 5, 4, shade(stone, 0.5));
  for (let row = 0; row < 34; row += 1)
    for (let column = -1; column < 13; column += 1) {
      const tone = shade(
        blend(stone, chance.pick(['#7d5a48', '#b9a48c', '#6f6a64']), chance.next() * 0.4),
        0.85 + chance.next() * 0.25,
      );
      const a = column * 0.3 + (row % 2) * 0.15;
      wall.rectangle(a + 0.006, row * 0.105 + 0.006, 0.288, 0.093, tone);
      wall.rectangle(a + 0.006, row * 0.105 + 0.09, 0.288, 0.009, '#ffffff', 'fill-opacity="0.16"');
    }
}

function drawPlaster(wall: Plane, paint: string, view: View) {
  const { chance } = view.sheet;
  wall.rectangle(
    0,
    0,
    3,
    3,
    wall.shading([0.6, 2.2], [2.6, 0.9], [0, shade(paint, 1.06)], [1, shade(paint, 0.8)]),
  );
  for (let blotch = 0; blotch < 70; blotch += 1) {
    const [x, y] = view.at(wall.place(chance.next() * 3, 0.8 + chance.next() * 1.6));
    view.sheet.glow(
      x,
      y,
      40 + chance.next() * 190,
      30 + chance.next() * 120,
      chance.next() < 0.5 ? '#fff8e6' : '#4a4030',
      0.09,
    );
  }
  for (let crack = 0; crack < 4; crack += 1) {
    let [a, b] = [chance.next() * 3, 0.9 + chance.next() * 1.4];
    const points: [number, number][] = [];
    for (let step = 0; step < 9; step += 1) {
      points.push([a, b]);
      a += (chance.next() - 0.4) * 0.05;
      b -= chance.next() * 0.05;
    }
    wall.line(points, '#4a4236', 0.002, 'stroke-opacity="0.6"');
  }
}

/** The edge of the door. */
function drawFrame(wall: Plane) {
  wall.rectangle(
    0,
    0,
    0.62,
    3,
    wall.shading([0, 1], [0.62, 1], [0, '#3a2416'], [0.9, '#5d3b24'], [1, '#2a1a10']),
  );
  for (let grain = 0; grain < 28; grain += 1)
    wall.line(
      [
        [grain * 0.022, 0.5],
        [grain * 0.022 + 0.01, 2.6],
      ],
      '#1d110a',
      0.002,
      'stroke-opacity="0.5"',
    );
  wall.rectangle(
    0.62,
    0,
    0.12,
    3,
    wall.shading([0.62, 1], [0.74, 1], [0, '#7d5434'], [0.4, '#9a6a44'], [1, '#52341f']),
  );
  wall.rectangle(
    0.74,
    0,
    0.12,
    3,
    wall.shading([0.74, 1], [0.86, 1], [0, '#0c0805', 0.5], [1, '#0c0805', 0]),
  );
  wall.rectangle(0.5, 1.36, 0.04, 0.22, '#c9a95a');
  wall.rectangle(0.4, 1.46, 0.14, 0.03, '#e0c478');
}

function drawPlate(wall: Plane, view: View) {
  const { chance } = view.sheet;
  const [hindi, english] = chance.pick(houses);
  const [ground, ink] = chance.pick([
    ['#1b1b1d', '#d9b45a'],
    ['#b08d3f', '#2a1c0c'],
    ['#5a3722', '#f0dfb0'],
    ['#e9e6dc', '#1f2f5a'],
    ['#23406a', '#f4f1e6'],
  ] as const);
  const [a, b, width, height] = [1.12, 1.42, 0.82, 0.42];
  wall.polygon(
    [
      [a + 0.02, b - 0.03],
      [a + width + 0.03, b - 0.03],
      [a + width + 0.03, b + height - 0.02],
      [a + width, b + height],
      [a, b],
    ],
    '#000000',
    'fill-opacity="0.42"',
  );
  wall.rectangle(a, b, width, height, shade(ground, 1.35));
  wall.rectangle(a + 0.008, b, width - 0.008, height - 0.008, shade(ground, 0.6));
  wall.rectangle(
    a + 0.008,
    b + 0.008,
    width - 0.016,
    height - 0.016,
    wall.shading(
      [a, b + height],
      [a + width, b],
      [0, shade(ground, 1.22)],
      [0.35, ground],
      [0.5, shade(ground, 1.16)],
      [1, shade(ground, 0.8)],
    ),
  );
  const number = `${chance.pick(['Flat', 'House No.', 'Plot'])} ${chance.between(2, 90)}`;
  const [x, y] = [a + width / 2, b];
  for (const [offset, tone] of [
    [0.003, shade(ground, 0.4)],
    [0, ink],
  ] as const) {
    wall.text(x + offset, y + 0.25 - offset, 0.12, hindi, tone, 'font-weight="700"');
    wall.text(
      x + offset,
      y + 0.13 - offset,
      english.length > 12 ? 0.066 : 0.078,
      english,
      tone,
      'font-weight="600"',
    );
    wall.text(x + offset, y + 0.045 - offset, 0.045, number, tone);
    if (offset > 0) continue;
    for (const [da, db] of [
      [0.03, 0.03],
      [width - 0.03, 0.03],
      [0.03, height - 0.03],
      [width - 0.03, height - 0.03],
    ] as const) {
      wall.ellipse(a + da, b + db, 0.012, 0.012, '#5f5a4e');
      wall.ellipse(a + da - 0.002, b + db + 0.003, 0.008, 0.008, '#e4dfcf');
    }
  }
}

function drawBell(wall: Plane, a: number, b: number) {
  wall.rectangle(a + 0.008, b - 0.014, 0.12, 0.17, '#000000', 'fill-opacity="0.35"');
  wall.rectangle(
    a,
    b,
    0.12,
    0.16,
    wall.shading([a, b + 0.16], [a + 0.12, b], [0, '#fffef8'], [1, '#c9c4b4']),
  );
  wall.ellipse(a + 0.06, b + 0.09, 0.034, 0.034, '#a8a392');
  wall.ellipse(a + 0.06, b + 0.092, 0.03, 0.03, '#f1eddf');
  wall.ellipse(a + 0.06, b + 0.035, 0.007, 0.007, '#d9412c');
  wall.line(
    [
      [a + 0.06, b + 0.16],
      [a + 0.064, 2.6],
    ],
    '#d8d4c8',
    0.018,
  );
}

function drawMeter(wall: Plane, view: View) {
  const { chance } = view.sheet;
  wall.rectangle(1.26, 0.86, 0.36, 0.42, '#000000', 'fill-opacity="0.35"');
  wall.rectangle(
    1.24,
    0.88,
    0.36,
    0.42,
    wall.shading([1.24, 1.3], [1.6, 0.88], [0, '#8f979b'], [1, '#555d62']),
  );
  wall.rectangle(1.29, 1.07, 0.26, 0.16, '#dfe6e0');
  wall.text(1.42, 1.12, 0.06, String(chance.between(10000, 98999)), '#1d2a22', 'font-weight="600"');
}
