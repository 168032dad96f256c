import { shade } from './colour.ts';
import { drawRoom, hang, shadowUnder } from './room.ts';
import type { Sheet } from './sheet.ts';
import { type Plane, View } from './view.ts';

/** A small office: rows of desks with screens, file cupboards, panel lights, window blinds. */
export function drawOffice(sheet: Sheet) {
  const { chance } = sheet;
  const aside = (chance.next() - 0.5) * 2.4;
  const view = new View(sheet, {
    eye: [aside, 1.58, -1.2],
    yaw: -aside * 0.1,
    pitch: -0.09,
    focal: 1120,
  });
  const room = { left: -3.6, right: 3.6, far: 6.4, height: 2.75 };
  const paint = chance.pick(['#e4e2da', '#d6dde0', '#e6dccb', '#d9e0d2']);
  const back = drawRoom(
    view,
    room,
    paint,
    chance.pick(['#a9a49a', '#b9ab94', '#8f949a', '#c4bcae']),
    0.6,
  );
  drawCeiling(view, room.left, room.right, room.far, room.height);
  drawBlinds(back, 0.5, view);
  drawBlinds(back, 2.7, view);
  const company = chance.pick([
    'SAHYADRI TRADERS',
    'ANNAPURNA FOODS',
    'KAVERI LOGISTICS',
    'NIRMAL TEXTILES',
    'DECCAN SOFT SERVICES',
    'VINDHYA STEELS',
  ]);
  hang(
    back,
    4.75,
    1.5,
    2.1,
    0.55,
    '#23405f',
    back.shading([4.8, 2], [6.8, 1.5], [0, '#2c5480'], [1, '#1c3553']),
  );
  back.text(5.8, 1.7, company.length > 16 ? 0.15 : 0.18, company, '#f1eee2', 'font-weight="700"');
  back.rectangle(
    5.1,
    2.3,
    1.2,
    0.3,
    back.shading([5, 2.6], [5, 2.3], [0, '#ffffff'], [1, '#cfcfca']),
  );
  back.rectangle(5.1, 2.32, 1.2, 0.04, '#8c8d8c');
  drawCupboards(view, room.left, chance.pick(['#8b9499', '#a99b82', '#6f7a72']));

  const wood = chance.pick(['#b58b5e', '#8a6a48', '#c9b08c', '#7a5a3c']);
  for (const z of [4.6, 2.9, 1.2])
    for (const x of [-1.9, 0.9]) drawDesk(view, x + (chance.next() - 0.5) * 0.2, z, wood);
}

function drawCeiling(view: View, left: number, right: number, far: number, height: number) {
  const ceiling = view.floor(left, height, view.eye[2]);
  const [width, depth] = [right - left, far - view.eye[2]];
  for (let line = 0.6; line < depth; line += 0.6)
    ceiling.line(
      [
        [0, line],
        [width, line],
      ],
      '#9f9c94',
      0.02,
    );
  for (let line = 0.6; line < width; line += 0.6)
    ceiling.line(
      [
        [line, 0],
        [line, depth],
      ],
      '#9f9c94',
      0.02,
    );
  for (const a of [1.2, 3, 4.8])
    for (const b of [3, 4.8, 6.6]) {
      ceiling.rectangle(a + 0.03, b + 0.03, 0.54, 0.54, '#fffffa');
      const [x, y] = view.at(ceiling.place(a + 0.3, b + 0.3));
      view.sheet.glow(x, y, 110, 50, '#ffffff', 0.4);
    }
}

function drawBlinds(wall: Plane, a: number, view: View) {
  const lit = wall.shading([a, 2.3], [a + 1.8, 1], [0, '#f4fbff'], [1, '#c5d9e2']);
  wall.rectangle(a - 0.06, 0.94, 1.92, 1.42, '#8f8c84');
  wall.rectangle(a, 1, 1.8, 1.3, lit);
  for (let slat = 0; slat < 24; slat += 1)
    wall.rectangle(a, 1.02 + slat * 0.054, 1.8, 0.03, slat % 2 ? '#cfcabc' : '#dcd8cc');
  wall.line(
    [
      [a + 1.6, 2.3],
      [a + 1.6, 1.2],
    ],
    '#6b6a66',
    0.012,
  );
  const [x, y] = view.at(wall.place(a + 0.9, 1.6));
  view.sheet.glow(x, y, 300, 220, '#fbffff', 0.22);
}

function drawCupboards(view: View, left: number, steel: string) {
  for (const z of [5.2, 4.1, 3]) {
    view.box([left, 0, z], [0.5, 1.95, 1.02], steel);
    const door = view.side(left + 0.505, 0, z);
    door.line(
      [
        [0.51, 0.1],
        [0.51, 1.9],
      ],
      shade(steel, 0.5),
      0.015,
    );
    for (const at of [0.44, 0.55]) door.rectangle(at, 0.95, 0.03, 0.14, '#d9d6cc');
    for (let file = 0; file < 5; file += 1)
      view.box(
        [left + 0.05, 1.95, z + 0.08 + file * 0.17],
        [0.32, 0.26 + (file % 3) * 0.05, 0.12],
        view.sheet.chance.pick(['#b5a06a', '#6a7f93', '#9a5a46', '#c9c2ae']),
      );
  }
}

function drawDesk(view: View, x: number, z: number, wood: string) {
  const { chance } = view.sheet;
  shadowUnder(view, x, z, 1.4, 0.8);
  view.box([x, 0, z + 0.68], [1.4, 1.15, 0.05], chance.pick(['#7f93a3', '#a3998a', '#8fa08c']));
  for (const at of [x, x + 1.34]) view.box([at, 0, z], [0.06, 0.72, 0.68], shade(wood, 0.8));
  view.box([x + 0.06, 0.36, z + 0.1], [0.4, 0.36, 0.5], shade(wood, 0.9));
  view.box([x, 0.72, z], [1.4, 0.04, 0.7], wood);

  view.box([x + 0.78, 0.76, z + 0.42], [0.08, 0.16, 0.04], '#2b2d30');
  view.box([x + 0.55, 0.88, z + 0.4], [0.54, 0.34, 0.04], '#1b1d20');
  if (chance.next() < 0.75) {
    const screen = view.front(x + 0.57, 0.9, z + 0.395);
    screen.rectangle(
      0,
      0,
      0.5,
      0.3,
      screen.shading([0, 0.3], [0.5, 0], [0, '#dfeaf2'], [1, '#9ab6cc']),
    );
    screen.rectangle(0, 0.26, 0.5, 0.04, '#2f5f8a');
    for (let row = 0; row < 5; row += 1)
      screen.rectangle(0.03, 0.21 - row * 0.045, 0.2 + chance.next() * 0.22, 0.018, '#5d7488');
  }
  const top = view.floor(x, 0.765, z);
  top.rectangle(0.58, 0.14, 0.46, 0.15, '#2a2c2f');
  for (let row = 0; row < 3; row += 1)
    top.rectangle(0.6, 0.16 + row * 0.042, 0.42, 0.028, '#55585c');
  top.polygon(
    [
      [0.08, 0.12],
      [0.32, 0.16],
      [0.28, 0.48],
      [0.05, 0.44],
    ],
    '#f1ede2',
  );
  for (let sheet = 0; sheet < 4; sheet += 1)
    view.box(
      [x + 0.1, 0.765 + sheet * 0.035, z + 0.46],
      [0.3, 0.03, 0.2],
      chance.pick(['#c9b48a', '#9fb0bd', '#d8d2c2', '#b0705a']),
    );
  view.box(
    [x + 1.2, 0.765, z + 0.3],
    [0.08, 0.1, 0.08],
    chance.pick(['#e8e4da', '#b5483a', '#3f5f7a']),
  );
  drawChair(view, x + 0.55 + chance.next() * 0.25, z - 0.45 - chance.next() * 0.2);
}

function drawChair(view: View, x: number, z: number) {
  const cloth = view.sheet.chance.pick(['#23262b', '#2f3f58', '#4b2f2f']);
  shadowUnder(view, x, z, 0.5, 0.5);
  view.box([x + 0.21, 0.06, z + 0.2], [0.06, 0.4, 0.06], '#3a3c3f');
  view.box([x - 0.02, 0.03, z + 0.2], [0.52, 0.05, 0.06], '#2b2c2e');
  view.box([x, 0.44, z], [0.48, 0.08, 0.46], cloth);
  view.box([x + 0.02, 0.58, z - 0.02], [0.44, 0.5, 0.06], shade(cloth, 1.12));
  for (const at of [x - 0.03, x + 0.47])
    view.box([at, 0.6, z + 0.05], [0.05, 0.05, 0.3], '#1c1d1f');
}
