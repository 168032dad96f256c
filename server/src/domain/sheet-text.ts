/** The most characters of a cell in Excel; only other programs write more. */
const longestCell = 32_767;

/** XML can't contain these: one of them would make the whole file unreadable. */
const noXml = /[\ufffe\uffff]/g;

/** A text that looks like the format's escape of a character must not become that character. */
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/g;

/** Returns a text as a cell of an .xlsx can contain it. */
export const sheetText = (text: string): string =>
  text.slice(0, longestCell).replace(noXml, '\ufffd').replace(escapeLike, '_x005F_');
