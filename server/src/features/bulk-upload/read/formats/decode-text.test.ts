import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const hindi = Buffer.from('नाम,शहर\nसुनीता,पुणे\n');
const wide = Buffer.from('Name,City', 'utf16le');

test.each([
  ['UTF-8', hindi, 'नाम,शहर\nसुनीता,पुणे\n'],
  [
    'UTF-8 with one broken character',
    Buffer.concat([hindi, Buffer.from([0xe9, 0x0a])]),
    'नाम,शहर\nसुनीता,पुणे\n\ufffd\n',
  ],
  ['UTF-8 in which half is broken', Buffer.from([0xc3, 0xa9, 0xe9, 0x0a]), 'é\ufffd\n'],
  ['Windows-1252', Buffer.from('José,Zoë,£5', 'latin1'), 'José,Zoë,£5'],
  ['UTF-16 without a mark', wide, 'Name,City'],
  ['big-endian UTF-16 without a mark', Buffer.from(wide).swap16(), 'Name,City'],
  ['UTF-16 with a mark', Buffer.from('\ufeffनाम', 'utf16le'), 'नाम'],
  ['big-endian UTF-16 with a mark', Buffer.from('\ufeffनाम', 'utf16le').swap16(), 'नाम'],
])('reads %s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});
