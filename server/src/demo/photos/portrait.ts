import { shade } from './colour.ts';
import type { Sheet } from './sheet.ts';

/** The head and shoulders of nobody in particular, before a plain wall. */
export function drawPortrait(sheet: Sheet) {
  const { chance } = sheet;
  const wall = chance.pick(['#b9cfdc', '#d8d2c4', '#c4d4c0', '#d9c9d2']);
  sheet.rectangle(
    -50,
    -50,
    1700,
    1300,
    sheet.linear([300, 0], [1300, 1200], [0, shade(wall, 1.2)], [1, shade(wall, 0.72)]),
  );
  drawFigure(sheet, 800, 500, 1.35);
}

/** A figure whose face has its middle at a point; 1 fills a whole sheet. */
export function drawFigure(sheet: Sheet, x: number, y: number, size: number) {
  const { chance } = sheet;
  const skin = chance.pick(['#a9714b', '#c08a5f', '#8f5c3c', '#b87f57']);
  const shirt = chance.pick(['#34507a', '#7a3436', '#4f6a58', '#d8d4c6', '#56506f']);
  const at = (dx: number, dy: number) =>
    `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`;
  const shape = (path: string, fill: string) => sheet.add(`<path d="${path}" fill="${fill}"/>`);
  const across = (from: number, to: number, ...stops: Parameters<Sheet['linear']>[2][]) =>
    sheet.linear([x + from * size, y], [x + to * size, y], ...stops);

  sheet.glow(x + 190 * size, y + 250 * size, 520 * size, 520 * size, '#20242a', 0.28);
  shape(
    `M${at(-470, 700)} C${at(-460, 400)} ${at(-300, 350)} ${at(-130, 305)} L${at(130, 305)} C${at(300, 350)} ${at(460, 400)} ${at(470, 700)} Z`,
    across(-470, 470, [0, shade(shirt, 0.85)], [0.35, shade(shirt, 1.12)], [1, shade(shirt, 0.6)]),
  );
  shape(
    `M${at(-100, 120)} L${at(-112, 310)} Q${at(0, 430)} ${at(112, 310)} L${at(100, 120)} Z`,
    across(-110, 110, [0, shade(skin, 0.85)], [1, shade(skin, 0.58)]),
  );
  shape(
    `M${at(-150, 296)} L${at(-10, 440)} L${at(-84, 520)} L${at(-205, 350)} Z`,
    shade(shirt, 1.25),
  );
  shape(`M${at(150, 296)} L${at(10, 440)} L${at(84, 520)} L${at(205, 350)} Z`, shade(shirt, 0.85));
  for (const [side, tone] of [
    [-1, 0.9],
    [1, 0.65],
  ] as const)
    sheet.ellipse(x + side * 186 * size, y - 8 * size, 30 * size, 58 * size, shade(skin, tone));
  shape(
    `M${at(-190, -60)} C${at(-195, 90)} ${at(-120, 232)} ${at(0, 238)} C${at(120, 232)} ${at(195, 90)} ${at(190, -60)} C${at(185, -250)} ${at(-185, -250)} ${at(-190, -60)} Z`,
    across(-190, 190, [0, shade(skin, 0.98)], [0.35, shade(skin, 1.14)], [1, shade(skin, 0.7)]),
  );
  const hair = chance.pick(['#1d1714', '#2a211c', '#3a332e']);
  shape(
    `M${at(-200, -20)} C${at(-240, -330)} ${at(240, -330)} ${at(200, -20)} C${at(180, -110)} ${at(150, -160)} ${at(60, -150)} C${at(-60, -120)} ${at(-150, -140)} ${at(-178, -70)} Z`,
    across(-200, 200, [0, shade(hair, 1.05)], [0.4, shade(hair, 1.12)], [1, hair]),
  );
  drawFeatures(sheet, x, y, size, skin, hair);
}

function drawFeatures(
  sheet: Sheet,
  x: number,
  y: number,
  size: number,
  skin: string,
  hair: string,
) {
  const stroke = (
    points: readonly (readonly [number, number])[],
    colour: string,
    width: number,
  ) => {
    const [from, bend, to] = points.map(
      ([dx, dy]) => `${(x + dx * size).toFixed(1)} ${(y + dy * size).toFixed(1)}`,
    );
    sheet.add(
      `<path d="M${from} Q${bend} ${to}" fill="none" stroke="${colour}" stroke-width="${(width * size).toFixed(1)}" stroke-linecap="round"/>`,
    );
  };
  for (const side of [-1, 1]) {
    const eye = x + side * 76 * size;
    sheet.glow(eye, y - 22 * size, 62 * size, 40 * size, shade(skin, 0.5), 0.4);
    sheet.ellipse(eye, y - 18 * size, 28 * size, 11 * size, '#ddd2c2');
    sheet.ellipse(eye, y - 18 * size, 12 * size, 11.5 * size, '#2a1a12');
    sheet.ellipse(eye - 4 * size, y - 23 * size, 4 * size, 4 * size, '#ffffff');
    stroke(
      [
        [side * 76 - 34, -20],
        [side * 76, -44],
        [side * 76 + 34, -20],
      ],
      shade(skin, 0.4),
      7,
    );
    stroke(
      [
        [side * 36, -66],
        [side * 80, -92],
        [side * 122, -62],
      ],
      hair,
      13,
    );
  }
  stroke(
    [
      [10, -10],
      [34, 66],
      [6, 74],
    ],
    shade(skin, 0.6),
    9,
  );
  stroke(
    [
      [-26, 70],
      [0, 86],
      [26, 70],
    ],
    shade(skin, 0.55),
    8,
  );
  stroke(
    [
      [-62, 134],
      [0, 158],
      [62, 134],
    ],
    '#7a3a30',
    12,
  );
  stroke(
    [
      [-40, 152],
      [0, 176],
      [40, 152],
    ],
    '#a85f50',
    9,
  );
  if (sheet.chance.next() < 0.6)
    stroke(
      [
        [-70, 112],
        [0, 84],
        [70, 112],
      ],
      hair,
      20,
    );
}
