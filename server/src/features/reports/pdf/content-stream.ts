/** An operation in a page's content stream. The operands are unparsed, as written in the PDF. */
export interface Operation {
  operands: string[];
  operator: string;
}

const token = /[\s\0]*(<<|>>|<[\da-fA-F\s]*>|[[\]]|\/[^\s\0()<>[\]{}/%]*|[^\s\0()<>[\]{}/%]+|\()/y;
const operand = /^(?:[(<[\]>/]|[-+.\d]|true$|false$|null$)/;

export function readContent(content: string): Operation[] {
  const operations: Operation[] = [];
  let operands: string[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(content); match; match = token.exec(content)) {
    let word = match[1] ?? '';
    if (word === '(') {
      const end = endOfString(content, token.lastIndex);
      word = content.slice(token.lastIndex - 1, end);
      token.lastIndex = end;
    }
    if (operand.test(word)) operands.push(word);
    else {
      operations.push({ operands, operator: word });
      operands = [];
    }
  }
  return operations;
}

/** Returns the position after a string's closing parenthesis. Inner parentheses are balanced or escaped. */
function endOfString(content: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < content.length; at++) {
    if (content[at] === '\\') at++;
    else if (content[at] === '(') depth++;
    else if (content[at] === ')') depth--;
  }
  return at;
}

export function writeContent(operations: Operation[]): string {
  return operations.map(({ operands, operator }) => [...operands, operator].join(' ')).join('\n');
}

/** Returns the two-byte character codes of a string operand, or undefined for any other operand. */
export function readCodes(operand: string): number[] | undefined {
  if (!/^(?:\(|<(?!<))/.test(operand)) return undefined;
  const bytes = readBytes(operand);
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(2 * index));
}

function readBytes(string: string): Buffer {
  return string.startsWith('<')
    ? Buffer.from(string.slice(1, -1).replace(/\s/g, ''), 'hex')
    : Buffer.from(unescape(string.slice(1, -1)), 'latin1');
}

/** Decodes a text string of a PDF: hexadecimal or literal, in UTF-16 or Latin-1. */
export function readText(string: string): string {
  const bytes = readBytes(string);
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
function unescape(literal: string): string {
  return literal.replace(/\\([0-7]{1,3}|[^])/g, (_, code: string) =>
    /^[0-7]/.test(code)
      ? String.fromCharCode(Number.parseInt(code, 8) & 0xff)
      : (escapes[code] ?? code),
  );
}

/** Encodes text as hexadecimal UTF-16 (big-endian), without a byte order mark. */
export function hexText(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}
