import sharp, { type Sharp } from 'sharp';

const names = [
  'Anil Sharma',
  'Dr. Meera Joshi',
  'शर्मा निवास',
  'L. Venkataraman',
  'Farid Shaikh',
  'कुलकर्णी',
];
const looks = [
  { plate: '#5a3a20', text: '#e8d9a8', wall: '#b9a88c' },
  { plate: '#20242a', text: '#d8dadd', wall: '#8f8a80' },
  { plate: '#d9d4c4', text: '#2a2a2a', wall: '#7d6a55' },
  { plate: '#a98a3c', text: '#2b2008', wall: '#c9c4ba' },
];

export async function drawPlates(): Promise<Sharp[]> {
  const drawn: Sharp[] = [];
  for (let index = 0; index < 24; index++) {
    const { wall } = looks[index % looks.length] ?? { wall: '' };
    const svg = index % 2 === 0 ? plate(index >> 1) : page(index >> 1);
    const turned = await sharp(Buffer.from(svg))
      .affine([1, 0.06 * ((index % 5) - 2), 0.04 * ((index % 3) - 1), 0.9], { background: wall })
      .flatten({ background: wall })
      .png()
      .toBuffer();
    const sized = await sharp(turned).resize(1600, 1200, { fit: 'cover' }).png().toBuffer();
    const lit = await sharp(sized)
      .composite([{ input: Buffer.from(light(index)), blend: 'multiply' }])
      .png()
      .toBuffer();
    drawn.push(sharp(lit));
  }
  return drawn;
}

const frame = (wall: string, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1800" height="1400"><rect width="1800" height="1400" fill="${wall}"/>${inside}</svg>`;

function plate(index: number): string {
  const { plate, text, wall } = looks[index % looks.length] ?? { plate: '', text: '', wall: '' };
  const name = names[index % names.length];
  const size = 70 + 12 * (index % 6);
  return frame(
    wall,
    `<rect x="400" y="400" width="1000" height="560" rx="18" fill="${plate}"/>
    <g fill="${text}" text-anchor="middle" font-family="Noto Serif, Noto Serif Devanagari, serif">
    <text x="900" y="600" font-size="${size}">${name}</text>
    <text x="900" y="740" font-size="${size * 0.5}">Flat ${10 + index}, Lake Road</text>
    <text x="900" y="850" font-size="${size * 0.5}">${411_001 + index}</text></g>`,
  );
}

function page(index: number): string {
  const { wall } = looks[(index + 1) % looks.length] ?? { wall: '' };
  const size = 20 + 4 * (index % 4);
  const lines = Array.from(
    { length: Math.floor(1080 / (size * 1.7)) },
    (_, line) =>
      `<text x="490" y="${220 + line * size * 1.7}" font-size="${size}">${line + 1}. Consumer ${names[(index + line) % names.length]}, units ${(line * 173 + index * 31) % 997}, Rs ${(line * 7919) % 9973}</text>`,
  );
  return frame(
    wall,
    `<rect x="440" y="120" width="920" height="1180" fill="#f4f2ec"/><g fill="#222" font-family="Noto Sans, Noto Sans Devanagari, sans-serif">${lines.join('')}</g>`,
  );
}

const light = (index: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><defs><linearGradient id="l" gradientTransform="rotate(${(index * 53) % 90})"><stop offset="0" stop-color="#e6e6e6"/><stop offset="1" stop-color="#8c8c8c"/></linearGradient></defs><rect width="1600" height="1200" fill="url(#l)"/></svg>`;
