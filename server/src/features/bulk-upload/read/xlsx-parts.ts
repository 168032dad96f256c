import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';
import {
  countUnread,
  listEntries,
  type UnpackBudget,
  unpackPart,
  type ZipEntry,
} from './xlsx-gate.ts';
import { type XmlListener, XmlScanner } from './xml-scanner.ts';

export class XlsxParts {
  private readonly zip: Uint8Array;
  private readonly entries: Map<string, ZipEntry>;
  private readonly unread: Set<ZipEntry>;
  private readonly budget: UnpackBudget = { bytes: 0 };

  constructor(zip: Uint8Array) {
    this.zip = zip;
    this.entries = listEntries(zip);
    this.unread = new Set(this.entries.values());
  }

  has(path: string): boolean {
    return this.entries.has(path.toLowerCase());
  }

  async read(path: string, listener: XmlListener): Promise<void> {
    const entry = this.entries.get(path.toLowerCase());
    if (!entry) throw new SpreadsheetRejected(rejections.damaged);
    // The first reading of a part counts towards the unpacking limit of the file. Any later reading of that
    // part starts with the full limit again.
    const budget = this.unread.delete(entry) ? this.budget : { bytes: 0 };
    const scanner = new XmlScanner(listener);
    let decoder: TextDecoder | undefined;
    for await (const chunk of unpackPart(this.zip, entry, budget)) {
      decoder ??= new TextDecoder(encodingOf(chunk));
      scanner.write(decoder.decode(chunk, { stream: true }));
      if (listener.isDone) return;
    }
    scanner.write(decoder?.decode() ?? '');
    scanner.end();
  }

  countUnread(): Promise<void> {
    return countUnread(this.zip, this.unread, this.budget);
  }
}

function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}
