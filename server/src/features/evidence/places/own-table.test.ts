import { expect, test } from 'vitest';
import { readOwnTable } from './own-table.ts';

const heading = 'pin_code,latitude,longitude,district';
const refusal = (text: string) => {
  try {
    readOwnTable(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
};

test('reads what a spreadsheet program saves', () => {
  const text =
    '\uFEFFPin code;Latitude;Longitude;District\r\n411057;18.59;73.74;"Pune; west"\r\n\r\n';
  expect(readOwnTable(text)).toEqual([
    { pinCode: '411057', latitude: 18.59, longitude: 73.74, district: 'Pune; west' },
  ]);
  expect(readOwnTable('longitude,latitude,pin_code\n72.83,18.93,400001')).toEqual([
    { pinCode: '400001', latitude: 18.93, longitude: 72.83, district: '' },
  ]);
});

test.each([
  [
    '',
    'Row 1 must have the columns pin_code, latitude, longitude and, optionally, district. Missing: pin_code, latitude, longitude.',
  ],
  [
    'pin_code,latitude\n400001,18.9',
    'Row 1 must have the columns pin_code, latitude, longitude and, optionally, district. Missing: longitude.',
  ],
  [heading, 'There is no row below the header.'],
  [
    `${heading}\n40001,18.9,72.8,`,
    'Row 2: the pin code “40001” must have 6 digits and not begin with 0.',
  ],
  [
    `${heading}\n012345,18.9,72.8,`,
    'Row 2: the pin code “012345” must have 6 digits and not begin with 0.',
  ],
  [`${heading}\n400001,18°56',72.8,`, "Row 2: the latitude “18°56'” must be a number."],
  [`${heading}\n400001,18.9,,`, 'Row 2: the longitude “” must be a number.'],
  [`${heading}\n400001,72.8,18.9,`, 'Row 2: latitude and longitude are swapped.'],
  [`${heading}\n400001,0,0,`, 'Row 2: 0, 0 is not in India.'],
  [
    `${heading}\n400001,18.9,72.8,\n\n400001,18.9,72.9,\n400002,x,72.9,`,
    'Row 4: the pin code 400001 is in row 2 too.\nRow 5: the latitude “x” must be a number.',
  ],
])('rejects %j and says where', (text, message) => {
  expect(refusal(text)).toBe(message);
});

test('of many wrong rows the first twenty are listed', () => {
  const rows = Array.from({ length: 30 }, () => 'x,1,1,');
  const message = refusal([heading, ...rows].join('\n')).split('\n');
  expect(message).toHaveLength(21);
  expect(message.at(-1)).toBe('And 10 more.');
});
