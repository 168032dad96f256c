import { rejections, SpreadsheetRejected } from './spreadsheet-rejected.ts';

/** Receives the elements of a document under their local names, without prefixes. */
export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Receives a part of the text in an element. Long text arrives in several parts. */
  text?(text: string): void;
  /** Whether the rest of the document can be skipped. */
  isDone?: boolean;
}

/** The maximum number of characters that wait for the next piece, such as an incomplete tag or comment. */
const longestTag = 65_536;

const [lessThan, greaterThan, slash, bang, question] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f];
const [doubleQuote, singleQuote, colon] = [0x22, 0x27, 0x3a];

/**
 * Reads XML in pieces: elements, attributes, text, CDATA, character references and the five predefined
 * entities. Rejects document types, because they can define entities that expand without limit or refer to
 * other files.
 */
export class XmlScanner {
  private rest = '';
  private readonly listener: XmlListener;

  constructor(listener: XmlListener) {
    this.listener = listener;
  }

  write(piece: string): void {
    const xml = this.rest + piece;
    const done = this.scan(xml);
    if (xml.length - done > longestTag) throw damaged();
    this.rest = xml.slice(done);
  }

  end(): void {
    if (this.rest.trimEnd() !== '') throw damaged();
  }

  /** Processes the complete parts of the XML, and returns the index where the incomplete part begins. */
  private scan(xml: string): number {
    let at = 0;
    while (at < xml.length) {
      if (xml.charCodeAt(at) !== lessThan) {
        const next = xml.indexOf('<', at);
        const end = next === -1 ? beforeEntity(xml, at) : next;
        if (end > at) this.listener.text?.(decode(xml.slice(at, end)));
        if (next === -1) return end;
        at = next;
      }
      const kind = xml.charCodeAt(at + 1);
      const end =
        kind === bang || kind === question ? this.passOver(xml, at) : this.scanTag(xml, at, kind);
      if (end === -1) return at;
      at = end;
    }
    return at;
  }

  private scanTag(xml: string, at: number, kind: number): number {
    const end = findTagEnd(xml, at);
    if (end === -1) return -1;
    if (kind === slash) {
      this.listener.close(localName(xml, at + 2, end));
      return end + 1;
    }
    const selfClosing = xml.charCodeAt(end - 1) === slash;
    const last = selfClosing ? end - 1 : end;
    let nameEnd = at + 1;
    while (nameEnd < last && xml.charCodeAt(nameEnd) > 0x20) nameEnd++;
    const name = localName(xml, at + 1, nameEnd);
    this.listener.open(name, xml.slice(nameEnd, last));
    if (selfClosing) this.listener.close(name);
    return end + 1;
  }

  /** Returns the index after a comment, instruction or CDATA. Returns -1 if the end is not in this piece. */
  private passOver(xml: string, at: number): number {
    if (xml.startsWith('<![CDATA[', at)) {
      const end = xml.indexOf(']]>', at);
      if (end === -1) return -1;
      this.listener.text?.(xml.slice(at + 9, end));
      return end + 3;
    }
    if (/^<!D/i.test(xml.slice(at, at + 3))) throw damaged();
    const close = xml.charCodeAt(at + 1) === question ? '?>' : '-->';
    const end = xml.indexOf(close, at + 2);
    return end === -1 ? -1 : end + close.length;
  }
}

const damaged = () => new SpreadsheetRejected(rejections.damaged);

function findTagEnd(xml: string, at: number): number {
  let quote = 0;
  for (let i = at + 1; i < xml.length; i++) {
    const code = xml.charCodeAt(i);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === greaterThan) return i;
    else if (code === doubleQuote || code === singleQuote) quote = code;
  }
  return -1;
}

function localName(xml: string, start: number, end: number): string {
  let from = start;
  let to = start;
  for (; to < end && xml.charCodeAt(to) > 0x20; to++) {
    if (xml.charCodeAt(to) === colon) from = to + 1;
  }
  return xml.slice(from, to);
}

/** Returns the index where the text ends, or where an entity begins that continues in the next piece. */
function beforeEntity(xml: string, at: number): number {
  const ampersand = xml.lastIndexOf('&');
  return ampersand >= at && xml.length - ampersand < 12 && !xml.includes(';', ampersand)
    ? ampersand
    : xml.length;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, dec, hex, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

export function attribute(attributes: string, name: string): string | undefined {
  const pattern = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
  for (const [, key = '', double, single] of attributes.matchAll(pattern)) {
    if (key === name || key.endsWith(`:${name}`)) return decode(double ?? single ?? '');
  }
  return undefined;
}
