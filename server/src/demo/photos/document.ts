import { shade } from './colour.ts';
import type { Sheet } from './sheet.ts';
import { type Plane, View } from './view.ts';

/** An electricity bill on a table, photographed from above; made up and marked as a specimen. */
export function drawDocument(sheet: Sheet) {
  const { chance } = sheet;
  const view = new View(sheet, {
    eye: [0.02, 0.4, -0.085],
    pitch: -1.28 + chance.next() * 0.12,
    focal: 1420,
  });
  drawTabletop(view);
  const turn = (chance.next() - 0.5) * 0.34;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [x, z] = [-0.105 * cos + 0.15 * sin, -0.115];
  const paperAt = (dx: number, dz: number, lift: number) =>
    view.plane([x + dx, lift, z + dz], [cos, 0, sin], [-sin, 0, cos]);
  for (let soft = 4; soft > 0; soft -= 1)
    paperAt(soft * 0.0016, -soft * 0.0012, 0).rectangle(
      0,
      0,
      0.21,
      0.297,
      '#1a0f06',
      'fill-opacity="0.16"',
    );
  drawBill(paperAt(0, 0, 0.001), sheet);
  drawPen(view, chance.next() * 0.03 + 0.15);
  const [gx, gy] = view.at([-0.2, 0, 0.25]);
  sheet.glow(gx, gy, 900, 700, '#fff3d6', 0.22);
  const [sx, sy] = view.at([0.3, 0, -0.2]);
  sheet.glow(sx, sy, 900, 640, '#100a05', 0.5);
}

function drawTabletop(view: View) {
  const { chance } = view.sheet;
  const wood = chance.pick(['#8a5f3c', '#a97c52', '#6b452b', '#9a8a74']);
  const top = view.floor(-0.7, 0, -0.6);
  top.rectangle(0, 0, 1.4, 1.6, wood);
  for (let plank = 0; plank < 12; plank += 1) {
    const a = plank * 0.12;
    top.rectangle(a, 0, 0.119, 1.6, shade(wood, 0.88 + chance.next() * 0.22));
    for (let grain = 0; grain < 16; grain += 1) {
      const at = a + chance.next() * 0.115;
      const start = chance.next() * 1.3;
      const sway = (chance.next() - 0.5) * 0.012;
      top.line(
        [
          [at, start],
          [at + sway, start + 0.1],
          [at - sway, start + 0.25],
          [at, start + 0.4],
        ],
        shade(wood, chance.next() < 0.7 ? 0.66 : 1.2),
        0.0012,
        'stroke-opacity="0.45"',
      );
    }
    top.line(
      [
        [a, 0],
        [a, 1.6],
      ],
      '#1f120a',
      0.0015,
    );
  }
}

function drawBill(paper: Plane, sheet: Sheet) {
  const { chance } = sheet;
  const brand = chance.pick(['#1f4f8a', '#8a2a20', '#1f6a4a', '#5a3f7a']);
  const ink = '#2b2d33';
  paper.rectangle(
    0,
    0,
    0.21,
    0.297,
    paper.shading([0, 0.29], [0.21, 0], [0, '#fbf9f1'], [0.5, '#f1eee3'], [1, '#dcd7c8']),
  );
  paper.rectangle(0.01, 0.262, 0.19, 0.025, brand);
  paper.text(
    0.105,
    0.2705,
    0.01,
    'विद्युत वितरण  ·  ELECTRICITY BILL',
    '#ffffff',
    'font-weight="700"',
  );
  paper.text(0.105, 0.2525, 0.0058, 'SPECIMEN – NOT A REAL BILL', '#a02a20', 'font-weight="700"');
  const row = (b: number, left: string, right: string) => {
    paper.text(0.045, b, 0.0052, left, '#5a5d63');
    paper.text(0.135, b, 0.0056, right, ink, 'font-weight="600"');
  };
  row(0.24, 'Consumer No.', `XXXX XXXX ${chance.between(1000, 9999)}`);
  row(
    0.231,
    'Name',
    chance.pick(['R. K. Sharma', 'S. Deshpande', 'A. Verma', 'M. Patil', 'V. Nair', 'P. Das']),
  );
  row(
    0.222,
    'Address',
    `House ${chance.between(2, 90)}, ${chance.pick(['Gandhi Nagar', 'Shivaji Park', 'Lake Road', 'MG Road', 'Nehru Colony'])}`,
  );
  row(0.213, 'Bill period', chance.pick(['Jan – Feb', 'Mar – Apr', 'May – Jun', 'Sep – Oct']));
  for (let line = 0; line < 8; line += 1) {
    const b = 0.19 - line * 0.0115;
    paper.rectangle(
      0.012,
      b - 0.003,
      0.186,
      0.0105,
      line === 0 ? shade(brand, 1.5) : line % 2 ? '#e9e5d9' : '#f4f1e8',
    );
    paper.rectangle(
      0.016,
      b,
      0.03 + chance.next() * 0.03,
      0.003,
      line === 0 ? '#ffffff' : '#6a6c70',
    );
    for (const a of [0.1, 0.13, 0.165])
      paper.rectangle(
        a,
        b,
        0.012 + chance.next() * 0.008,
        0.003,
        line === 0 ? '#ffffff' : '#44464b',
      );
  }
  for (const a of [0.012, 0.094, 0.125, 0.158, 0.198])
    paper.line(
      [
        [a, 0.1985],
        [a, 0.1065],
      ],
      '#9a9a96',
      0.0004,
    );
  paper.rectangle(0.012, 0.08, 0.09, 0.02, '#f6e7c0');
  paper.text(
    0.057,
    0.0865,
    0.0085,
    `₹ ${chance.between(4, 38)},${chance.between(100, 999)}.00`,
    '#7a1f18',
    'font-weight="700"',
  );
  for (let bar = 0; bar < 6; bar += 1)
    paper.rectangle(
      0.115 + bar * 0.014,
      0.08,
      0.009,
      0.006 + chance.next() * 0.02,
      shade(brand, 1.15),
    );
  for (let line = 0; line < 7; line += 1)
    paper.rectangle(0.014, 0.066 - line * 0.006, 0.11 + chance.next() * 0.06, 0.0022, '#8d8e8e');
  for (let bar = 0, a = 0.125; bar < 34; bar += 1) {
    const wide = 0.0006 + chance.next() * 0.0015;
    paper.rectangle(a, 0.011, wide, 0.011, '#17181a');
    a += wide + 0.0007;
  }
  for (const fold of [0.099, 0.198]) {
    paper.rectangle(
      0,
      fold - 0.006,
      0.21,
      0.006,
      paper.shading([0, fold], [0, fold - 0.006], [0, '#2a2418', 0.2], [1, '#2a2418', 0]),
    );
    paper.line(
      [
        [0, fold],
        [0.21, fold],
      ],
      '#fffdf4',
      0.0006,
    );
  }
}

function drawPen(view: View, x: number) {
  const pen = view.plane([x, 0.003, -0.02], [0.97, 0, 0.24], [-0.24, 0, 0.97]);
  pen.rectangle(0.005, -0.004, 0.01, 0.142, '#140c05', 'fill-opacity="0.45"');
  pen.rectangle(
    0,
    0,
    0.009,
    0.115,
    pen.shading([0, 0], [0.009, 0], [0, '#1b3f8a'], [0.35, '#7fa4e8'], [1, '#0f2550']),
  );
  pen.rectangle(
    0,
    0.1,
    0.009,
    0.03,
    pen.shading([0, 0], [0.009, 0], [0, '#8a8d92'], [0.35, '#f4f5f6'], [1, '#5a5d62']),
  );
  pen.polygon(
    [
      [0.001, 0],
      [0.008, 0],
      [0.0045, -0.014],
    ],
    '#c9ccd0',
  );
}
