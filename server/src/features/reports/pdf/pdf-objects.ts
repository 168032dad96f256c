import { deflateSync, inflateSync } from 'node:zlib';

/** A PDF as the report engine writes it, with plain numbered objects and one classic cross-reference table. */
export interface PdfObjects {
  numbers: number[];
  /** Returns the bytes between `obj` and `endobj` as Latin-1 text. */
  read(number: number): string;
  /** Returns the decompressed content of a stream object. */
  readStream(number: number): string;
  replace(number: number, body: string): void;
  /** Compresses content into a stream object. Adds the object if its number is unknown. */
  replaceStream(number: number, content: string | Buffer): void;
  add(): number;
  write(): Buffer;
}

export function openPdf(pdf: Buffer): PdfObjects {
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', -64))?.[1]);
  const tail = pdf.toString('latin1', table);
  const [head = '', count] = /^xref\s+0 (\d+)\s+/.exec(tail) ?? [];
  const trailer = tail.slice(tail.indexOf('trailer'), tail.indexOf('startxref'));
  if (!head || !trailer) throw new Error('The PDF has an unexpected structure');
  const starts: { number: number; start: number }[] = [];
  for (let number = 1; number < Number(count); number++) {
    const entry = tail.slice(head.length + 20 * number, head.length + 20 * number + 18);
    if (entry.endsWith('n')) starts.push({ number, start: Number(entry.slice(0, 10)) });
  }
  starts.sort((a, b) => a.start - b.start);
  const bodies = new Map<number, Buffer>();
  starts.forEach(({ number, start }, index) => {
    const slice = pdf.subarray(start, starts[index + 1]?.start ?? table);
    const from = slice.indexOf('obj') + 3;
    bodies.set(number, slice.subarray(from, slice.lastIndexOf('endobj')));
  });

  const read = (number: number) => bodies.get(number)?.toString('latin1') ?? '';
  let next = Number(count);
  return {
    numbers: starts.map(({ number }) => number),
    read,
    readStream(number) {
      const body = bodies.get(number) ?? Buffer.alloc(0);
      const [start = '', length] = /^[^]*?\/Length (\d+)[^]*?stream\r?\n/.exec(read(number)) ?? [];
      const packed = body.subarray(start.length, start.length + Number(length));
      return start.includes('/FlateDecode')
        ? inflateSync(packed).toString('latin1')
        : packed.toString('latin1');
    },
    replace(number, body) {
      bodies.set(number, Buffer.from(body, 'latin1'));
    },
    replaceStream(number, content) {
      const packed = deflateSync(
        typeof content === 'string' ? Buffer.from(content, 'latin1') : content,
      );
      const dictionary = `\n<<\n  /Length ${packed.length}\n  /Filter /FlateDecode\n>>\nstream\n`;
      bodies.set(
        number,
        Buffer.concat([Buffer.from(dictionary), packed, Buffer.from('\nendstream\n')]),
      );
    },
    add: () => next++,
    write() {
      const parts = [pdf.subarray(0, starts[0]?.start)];
      let position = parts[0]?.length ?? 0;
      const offsets = new Map<number, number>();
      const push = (part: Buffer) => {
        parts.push(part);
        position += part.length;
      };
      for (const [number, body] of bodies) {
        offsets.set(number, position);
        push(Buffer.from(`${number} 0 obj`));
        push(body);
        push(Buffer.from('endobj\n\n'));
      }
      const entries = Array.from({ length: next }, (_, number) => {
        const offset = offsets.get(number);
        return offset === undefined
          ? '0000000000 65535 f\r\n'
          : `${String(offset).padStart(10, '0')} 00000 n\r\n`;
      });
      const closing = trailer.replace(/\/Size \d+/, `/Size ${next}`);
      const crossReference = `xref\n0 ${next}\n${entries.join('')}${closing}startxref\n${position}\n%%EOF`;
      return Buffer.concat([...parts, Buffer.from(crossReference, 'latin1')]);
    },
  };
}
