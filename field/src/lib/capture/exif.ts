import type { Fix } from '@doorstep/contract/visits/manifest';
import { localTimeOf, offsetOf } from '../moment.ts';

export interface Origin {
  takenAt: Date;
  fix: Fix | null;
}

/** Returns the JPEG with a new EXIF segment, which replaces an existing one. */
export function writeExif(jpeg: Uint8Array, origin: Origin): Uint8Array<ArrayBuffer> {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) throw new Error('This is no JPEG.');
  const block = exifBlock(origin);
  const rest = withoutExif(jpeg);
  const bytes = new Uint8Array(2 + block.length + rest.length);
  bytes.set([0xff, 0xd8]);
  bytes.set(block, 2);
  bytes.set(rest, 2 + block.length);
  return bytes;
}

/** Returns the JPEG without its first two bytes and without its APP1 segments (EXIF and XMP). */
function withoutExif(jpeg: Uint8Array): Uint8Array {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  const kept: Uint8Array[] = [];
  let at = 2;
  // Application segments (E0 to EF) and comments (FE) come first.
  while (at + 4 <= jpeg.length && view.getUint8(at) === 0xff && isHead(view.getUint8(at + 1))) {
    const next = at + 2 + view.getUint16(at + 2);
    const isExif = view.getUint8(at + 1) === 0xe1;
    if (!isExif) kept.push(jpeg.subarray(at, next));
    at = next;
  }
  return concat([...kept, jpeg.subarray(at)]);
}

const isHead = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

function exifBlock({ takenAt, fix }: Origin): Uint8Array {
  const local = localTimeOf(takenAt).slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const offset = offsetOf(takenAt);
  const camera: Tag[] = [
    { tag: 0x9000, type: undefinedType, value: latin1('0232') },
    ascii(0x9003, local),
    ascii(0x9004, local),
    ascii(0x9011, offset),
    ascii(0x9012, offset),
    ascii(0x9291, String(takenAt.getMilliseconds()).padStart(3, '0')),
  ];
  const place = fix ? placeTags(fix) : [];
  // A directory's offset depends on the size of the directory before it.
  const start = 8;
  const pointers = (cameraAt: number, placeAt: number): Tag[] => [
    { tag: 0x0112, type: shortType, value: numbers(2, [1]) },
    ascii(0x0131, 'Doorstep'),
    { tag: 0x8769, type: longType, value: numbers(4, [cameraAt]) },
    ...(place.length > 0 ? [{ tag: 0x8825, type: longType, value: numbers(4, [placeAt]) }] : []),
  ];
  const cameraAt = start + directory(pointers(0, 0), start).length;
  const cameraPart = directory(camera, cameraAt);
  const placeAt = cameraAt + cameraPart.length;
  const parts = [
    latin1('Exif\0\0MM'),
    numbers(2, [42]),
    numbers(4, [start]),
    directory(pointers(cameraAt, placeAt), start),
    cameraPart,
    ...(place.length > 0 ? [directory(place, placeAt)] : []),
  ];
  const body = concat(parts);
  return concat([Uint8Array.of(0xff, 0xe1), numbers(2, [body.length + 2]), body]);
}

function placeTags({ latitude, longitude, accuracy_m, altitude, at }: Fix): Tag[] {
  const utc = new Date(at).toISOString();
  const time = [utc.slice(11, 13), utc.slice(14, 16), utc.slice(17, 19)].map(Number);
  return [
    { tag: 0x00, type: byteType, value: Uint8Array.of(2, 3, 0, 0) },
    ascii(0x01, latitude < 0 ? 'S' : 'N'),
    { tag: 0x02, type: rationalType, value: degrees(latitude) },
    ascii(0x03, longitude < 0 ? 'W' : 'E'),
    { tag: 0x04, type: rationalType, value: degrees(longitude) },
    ...(typeof altitude === 'number'
      ? [
          { tag: 0x05, type: byteType, value: Uint8Array.of(altitude < 0 ? 1 : 0) },
          { tag: 0x06, type: rationalType, value: rationals([Math.abs(altitude)], 10) },
        ]
      : []),
    { tag: 0x07, type: rationalType, value: rationals(time, 1) },
    ascii(0x1d, utc.slice(0, 10).replaceAll('-', ':')),
    // The tag GPSHPositioningError, in metres.
    { tag: 0x1f, type: rationalType, value: rationals([accuracy_m], 100) },
  ];
}

/**
 * Returns degrees, minutes and seconds as rationals. The seconds are rounded to 0.00001 seconds of arc, which
 * is 0.3 mm on the ground.
 */
function degrees(value: number): Uint8Array {
  const seconds = Math.round(Math.abs(value) * 3600 * 100_000);
  const whole = Math.trunc(seconds / (3600 * 100_000));
  const minutes = Math.trunc(seconds / (60 * 100_000)) - whole * 60;
  const rest = seconds - (whole * 60 + minutes) * 60 * 100_000;
  return numbers(4, [whole, 1, minutes, 1, rest, 100_000]);
}

const rationals = (values: number[], parts: number) =>
  numbers(
    4,
    values.flatMap((value) => [Math.round(value * parts), parts]),
  );

interface Tag {
  tag: number;
  type: number;
  value: Uint8Array;
}

const [byteType, asciiType, shortType, longType, rationalType, undefinedType] = [1, 2, 3, 4, 5, 7];
const sizeOf: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 };

const ascii = (tag: number, text: string): Tag => ({
  tag,
  type: asciiType,
  value: latin1(`${text}\0`),
});

/**
 * Returns a directory of tags (IFD) that will start at the offset `at`: the entries, followed by the values
 * that don't fit into an entry.
 */
function directory(tags: Tag[], at: number): Uint8Array {
  const sorted = [...tags].sort((a, b) => a.tag - b.tag);
  let free = at + 2 + 12 * sorted.length + 4;
  const entries: Uint8Array[] = [];
  const values: Uint8Array[] = [];
  for (const { tag, type, value } of sorted) {
    const head = [numbers(2, [tag, type]), numbers(4, [value.length / (sizeOf[type] ?? 1)])];
    if (value.length <= 4) {
      entries.push(...head, padded(value, 4));
      continue;
    }
    entries.push(...head, numbers(4, [free]));
    const even = padded(value, value.length + (value.length % 2));
    values.push(even);
    free += even.length;
  }
  return concat([numbers(2, [sorted.length]), ...entries, numbers(4, [0]), ...values]);
}

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Encodes whole numbers of two or four bytes, big-endian. */
function numbers(size: 2 | 4, values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * size));
  for (const [index, value] of values.entries()) {
    if (size === 2) view.setUint16(index * 2, value);
    else view.setUint32(index * 4, value);
  }
  return new Uint8Array(view.buffer);
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole;
}

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
