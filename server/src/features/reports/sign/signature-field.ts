export interface SignablePdf {
  pdf: Buffer;
  /**
   * The start of the signature's hexadecimal text, including the angle brackets. All bytes before `start`
   * and from `end` on are signed.
   */
  start: number;
  end: number;
}

/**
 * Adds an invisible signature field to a report as an incremental update, so that the existing bytes and
 * tags stay unchanged. `room` is the maximum length of the signature in bytes.
 */
export function addSignatureField(
  report: Buffer,
  { name, at, room }: { name: string; at: Date; room: number },
): SignablePdf {
  const { read, size, table, trailer } = readStructure(report);
  const root = reference(trailer, 'Root');
  const page = firstPage(read, reference(read(root), 'Pages'));
  const [signature, field] = [size, size + 1];

  const time = at
    .toISOString()
    .replace(/\.\d+/, '')
    .replace(/[-:TZ]/g, '');
  const hole = '<'.padEnd(2 * room + 1, '0');
  const objects: [number, string][] = [
    [
      signature,
      `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/Name ${textString(name)}/M(D:${time}Z)/ByteRange[0 ${gap} ${gap} ${gap}]/Contents ${hole}>>>`,
    ],
    // The field is hidden, so that PDF/UA requires no tag for it.
    [
      field,
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature)/TU ${textString(`Digital signature of ${name}`)}/F 130/Rect[0 0 0 0]/P ${page} 0 R/V ${signature} 0 R>>`,
    ],
    [root, extend(read(root), `/AcroForm<</Fields[${field} 0 R]/SigFlags 3>>`)],
    [page, addAnnotation(read(page), field)],
  ];
  const pdf = append(report, objects, { trailer, table, size: size + 2 });
  const start = pdf.indexOf(hole, report.length);
  const end = start + hole.length + 1;
  return { pdf: fillRange(pdf, report.length, start, end), start, end };
}

const gap = '**********';

function readStructure(report: Buffer) {
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(report.toString('latin1', -64))?.[1]);
  const tail = report.toString('latin1', table);
  const [head = '', count] = /^xref\s+0 (\d+)\s+/.exec(tail) ?? [];
  if (!head) throw new Error('The PDF has an unexpected structure');
  const trailer = tail.slice(tail.indexOf('trailer') + 7, tail.indexOf('startxref'));
  const read = (number: number) => {
    const from = Number(tail.slice(head.length + 20 * number, head.length + 20 * number + 10));
    const body = report.subarray(from, report.indexOf('endobj', from)).toString('latin1');
    return body.slice(body.indexOf('<<'), body.lastIndexOf('>>') + 2);
  };
  return { read, size: Number(count), table, trailer };
}

function reference(dictionary: string, key: string): number {
  const number = new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1];
  if (number === undefined) throw new Error(`The PDF has no /${key}`);
  return Number(number);
}

function firstPage(read: (number: number) => string, pages: number): number {
  const kid = Number(/\/Kids\s*\[\s*(\d+)/.exec(read(pages))?.[1]);
  return /\/Type\s*\/Pages\b/.test(read(kid)) ? firstPage(read, kid) : kid;
}

const extend = (dictionary: string, entry: string) =>
  `${dictionary.slice(0, dictionary.lastIndexOf('>>'))}${entry}>>`;

function addAnnotation(page: string, field: number): string {
  if (/\/Annots\s*\[/.test(page)) return page.replace(/\/Annots\s*\[/, `$&${field} 0 R `);
  if (page.includes('/Annots')) throw new Error('The PDF has an unexpected structure');
  return extend(page, `/Annots[${field} 0 R]${page.includes('/Tabs') ? '' : '/Tabs/S'}`);
}

/** Returns text as a PDF string that supports any script: UTF-16 in hexadecimal. */
function textString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}

function append(
  report: Buffer,
  objects: [number, string][],
  { trailer, table, size }: { trailer: string; table: number; size: number },
): Buffer {
  let text = '\n';
  const entries = objects.map(([number, body]) => {
    const offset = report.length + text.length;
    text += `${number} 0 obj\n${body}\nendobj\n`;
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n\r\n`;
  });
  const start = report.length + text.length;
  const updated = extend(trailer.trim().replace(/\/Size \d+/, `/Size ${size}`), `/Prev ${table}`);
  text += `xref\n${entries.join('')}trailer\n${updated}\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([report, Buffer.from(text, 'latin1')]);
}

function fillRange(pdf: Buffer, from: number, start: number, end: number): Buffer {
  let at = from;
  for (const value of [start, end, pdf.length - end]) {
    at = pdf.indexOf(gap, at);
    pdf.write(String(value).padEnd(gap.length), at, 'latin1');
  }
  return pdf;
}
