/**
 * Adds to `covered` each code point for which a TrueType font has a glyph. Reads `cmap` subtables of formats
 * 4 and 12.
 */
export function readCoverage(font: Buffer, covered: Set<number>): void {
  const cmap = findTable(font, 'cmap');
  const count = font.readUInt16BE(cmap + 2);
  for (let i = 0; i < count; i++) {
    const subtable = cmap + font.readUInt32BE(cmap + 8 + 8 * i);
    const format = font.readUInt16BE(subtable);
    if (format === 4) readSegments(font, subtable, covered);
    else if (format === 12) readGroups(font, subtable, covered);
  }
}

function findTable(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let i = 0; i < count; i++) {
    const record = 12 + 16 * i;
    if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no ${tag} table`);
}

function readSegments(font: Buffer, subtable: number, covered: Set<number>): void {
  const width = font.readUInt16BE(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + width + 2;
  const deltas = starts + width;
  const offsets = deltas + width;
  for (let i = 0; i < width; i += 2) {
    const first = font.readUInt16BE(starts + i);
    const last = font.readUInt16BE(ends + i);
    const delta = font.readUInt16BE(deltas + i);
    const offset = font.readUInt16BE(offsets + i);
    for (let c = first; c <= last && c < 0xffff; c++) {
      // An offset is relative to its own position in the table, which is `offsets + i`.
      const raw = offset === 0 ? c : font.readUInt16BE(offsets + i + offset + 2 * (c - first));
      if (raw !== 0 && ((raw + delta) & 0xffff) !== 0) covered.add(c);
    }
  }
}

function readGroups(font: Buffer, subtable: number, covered: Set<number>): void {
  const count = font.readUInt32BE(subtable + 12);
  for (let i = 0; i < count; i++) {
    const group = subtable + 16 + 12 * i;
    const last = font.readUInt32BE(group + 4);
    for (let c = font.readUInt32BE(group); c <= last; c++) covered.add(c);
  }
}
