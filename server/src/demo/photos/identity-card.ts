import { drawFigure } from './portrait.ts';
import type { Sheet } from './sheet.ts';

export type CardKind = 'pan' | 'aadhaar';

const faces = {
  pan: {
    high: '#b9d2e6',
    low: '#8fb2cf',
    band: '#1f4a7a',
    title: 'आयकर विभाग · INCOME TAX DEPARTMENT',
    label: 'Permanent Account Number',
  },
  aadhaar: {
    high: '#fdfaf2',
    low: '#efe8d8',
    band: '#b5482a',
    title: 'भारत सरकार · GOVERNMENT OF INDIA',
    label: 'आधार · Aadhaar',
  },
} as const;

/** A made-up identity card on a table: masked number, invented layout, marked as a specimen across. */
export function drawIdentityCard(sheet: Sheet, kind: CardKind, name: string) {
  const { chance } = sheet;
  const face = faces[kind];
  sheet.rectangle(
    -50,
    -50,
    1700,
    1300,
    sheet.linear([0, 0], [1600, 1200], [0, '#8d7f6e'], [1, '#4f463b']),
  );
  for (let grain = 0; grain < 130; grain += 1) {
    const y = chance.next() * 1200;
    sheet.line(
      [
        [-20, y],
        [800, y + chance.next() * 16 - 8],
        [1620, y],
      ],
      '#3a3228',
      1 + chance.next() * 2,
      'stroke-opacity="0.25"',
    );
  }
  sheet.add(`<g transform="rotate(${(chance.next() * 5 - 2.5).toFixed(2)} 800 600)">`);
  for (let soft = 5; soft > 0; soft -= 1)
    sheet.rectangle(
      180 + soft * 5,
      215 + soft * 6,
      1240,
      780,
      '#140d06',
      'rx="38" fill-opacity="0.14"',
    );
  sheet.rectangle(
    180,
    210,
    1240,
    780,
    sheet.linear([180, 210], [1420, 990], [0, face.high], [1, face.low]),
    'rx="36"',
  );
  sheet.rectangle(180, 262, 1240, 92, face.band);
  sheet.text(800, 324, 42, face.title, '#ffffff', 'text-anchor="middle" font-weight="700"');

  sheet.add('<svg x="240" y="420" width="300" height="370" viewBox="0 0 300 370">');
  sheet.rectangle(0, 0, 300, 370, '#cfdbe2');
  drawFigure(sheet, 150, 165, 0.5);
  sheet.add('</svg>');
  sheet.text(600, 470, 30, 'नाम / Name', '#4a4f57');
  sheet.text(600, 520, 46, name, '#16191f', 'font-weight="700"');
  sheet.text(600, 592, 30, 'जन्म तिथि / Date of birth', '#4a4f57');
  sheet.text(600, 642, 42, `XX/XX/19${chance.between(78, 99)}`, '#16191f');
  sheet.text(600, 716, 30, face.label, '#4a4f57');
  const last = chance.between(1000, 9999);
  sheet.text(
    600,
    782,
    60,
    kind === 'pan' ? `XXXXX${last}X` : `XXXX XXXX ${last}`,
    '#16191f',
    'font-weight="700"',
  );
  if (kind === 'aadhaar') drawPattern(sheet, 1160, 430, 200);
  sheet.text(
    800,
    930,
    30,
    'Made up for demonstration. Not an identity document.',
    '#4a4f57',
    'text-anchor="middle"',
  );
  sheet.text(
    800,
    690,
    190,
    'SPECIMEN',
    '#b0201a',
    'text-anchor="middle" font-weight="700" fill-opacity="0.34" letter-spacing="14" transform="rotate(-18 800 640)"',
  );
  sheet.add('</g>');
  sheet.glow(420, 300, 700, 420, '#ffffff', 0.22);
}

/** Squares in the manner of a code, which hold nothing. */
function drawPattern(sheet: Sheet, x: number, y: number, size: number) {
  sheet.rectangle(x - 10, y - 10, size + 20, size + 20, '#ffffff');
  const cell = size / 21;
  for (let row = 0; row < 21; row += 1)
    for (let column = 0; column < 21; column += 1)
      if (sheet.chance.next() < 0.48)
        sheet.rectangle(x + column * cell, y + row * cell, cell + 0.3, cell + 0.3, '#17181a');
}
