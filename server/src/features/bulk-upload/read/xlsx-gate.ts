import { crc32, createInflateRaw } from 'node:zlib';
import { serverLimits } from '../../../limits.ts';
import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';

export interface ZipEntry {
  method: number;
  encrypted: boolean;
  crc: number;
  packedSize: number;
  offset: number;
}

const damaged = () => new SpreadsheetRejected(rejections.damaged);

/** Returns the parts of a zip by their path in lower case. */
export function listEntries(zip: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  let { count, offset } = findDirectory(view);
  if (count > serverLimits.spreadsheetParts) throw new SpreadsheetRejected(rejections.tooManyParts);
  const entries = new Map<string, ZipEntry>();
  for (; count > 0; count--) {
    if (offset + 46 > zip.length || view.getUint32(offset, true) !== 0x02014b50) throw damaged();
    const nameLength = view.getUint16(offset + 28, true);
    const extraLength = view.getUint16(offset + 30, true);
    const nameEnd = offset + 46 + nameLength;
    const name = new TextDecoder().decode(zip.subarray(offset + 46, nameEnd));
    // Part names are case-insensitive. Some programs write backslashes instead of slashes.
    const path = name.replaceAll('\\', '/').toLowerCase();
    if (entries.has(path)) throw damaged();
    entries.set(path, {
      encrypted: (view.getUint16(offset + 8, true) & 1) === 1,
      method: view.getUint16(offset + 10, true),
      crc: view.getUint32(offset + 16, true),
      ...locate(view, offset, nameEnd, nameEnd + extraLength),
    });
    offset = nameEnd + extraLength + view.getUint16(offset + 32, true);
  }
  return entries;
}

function findDirectory(view: DataView) {
  const lowest = Math.max(0, view.byteLength - 65_557);
  for (let end = view.byteLength - 22; end >= lowest; end--) {
    if (view.getUint32(end, true) !== 0x06054b50) continue;
    const count = view.getUint16(end + 10, true);
    const offset = view.getUint32(end + 16, true);
    if (count !== 0xffff && offset !== 0xffffffff) return { count, offset };
    // Reads the directory of a Zip64 file, because Java's streaming writers use Zip64 even for small files.
    if (end < 20 || view.getUint32(end - 20, true) !== 0x07064b50) throw damaged();
    const record = readUint64(view, end - 12);
    if (record + 56 > view.byteLength || view.getUint32(record, true) !== 0x06064b50) {
      throw damaged();
    }
    return { count: readUint64(view, record + 32), offset: readUint64(view, record + 48) };
  }
  throw damaged();
}

function locate(view: DataView, entry: number, extra: number, extraEnd: number) {
  const sizes = {
    unpackedSize: view.getUint32(entry + 24, true),
    packedSize: view.getUint32(entry + 20, true),
    offset: view.getUint32(entry + 42, true),
  };
  for (let at = extra; at + 4 <= Math.min(extraEnd, view.byteLength); ) {
    let field = at + 4;
    if (view.getUint16(at, true) === 1) {
      for (const key of ['unpackedSize', 'packedSize', 'offset'] as const) {
        if (sizes[key] !== 0xffffffff) continue;
        sizes[key] = readUint64(view, field);
        field += 8;
      }
      break;
    }
    at = field + view.getUint16(at + 2, true);
  }
  return { packedSize: sizes.packedSize, offset: sizes.offset };
}

function readUint64(view: DataView, at: number): number {
  if (at + 8 > view.byteLength) throw damaged();
  return Number(view.getBigUint64(at, true));
}

/** The number of bytes that were unpacked from one file so far. */
export interface UnpackBudget {
  bytes: number;
}

/**
 * Unpacks one part in chunks. Counts the bytes, because the sizes in the zip may be false. Rejects a part
 * with a wrong checksum. A checksum of 0 counts as missing.
 */
export async function* unpackPart(
  zip: Uint8Array,
  entry: ZipEntry,
  budget: UnpackBudget,
): AsyncGenerator<Uint8Array> {
  let crc = 0;
  for await (const chunk of inflate(zip, entry)) {
    budget.bytes += chunk.length;
    if (budget.bytes > serverLimits.unpackedBytes)
      throw new SpreadsheetRejected(rejections.tooLarge);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (entry.crc !== 0 && crc !== entry.crc) throw damaged();
}

async function* inflate(zip: Uint8Array, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const { offset, packedSize } = entry;
  if (entry.encrypted) throw new SpreadsheetRejected(rejections.encrypted);
  if (offset + 30 > zip.length || view.getUint32(offset, true) !== 0x04034b50) throw damaged();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > zip.length) throw damaged();
  const packed = zip.subarray(start, start + packedSize);
  if (entry.method === 0) yield packed;
  else if (entry.method !== 8 || packedSize === 0) throw damaged();
  else {
    const unpacking = createInflateRaw({ chunkSize: 256 * 1024 });
    // Without a listener, an error after the last read would end the process.
    unpacking.on('error', () => {});
    unpacking.end(packed);
    yield* unpacking;
  }
}

export async function countUnread(
  zip: Uint8Array,
  entries: Iterable<ZipEntry>,
  budget: UnpackBudget,
): Promise<void> {
  for (const entry of entries) {
    if (entry.packedSize === 0 && entry.method === 0) continue;
    for await (const _ of unpackPart(zip, entry, budget));
  }
}
