/** The maximum number of characters of a cell in Excel. Other programs can write more. */
const longestCell = 32_767;

/** Characters that XML can't contain. One of them would make the whole file unreadable. */
const noXml = /[\ufffe\uffff]/g;

/** The start of a text that looks like the format's escape sequence, such as `_x0041_`. Excel must not replace it. */
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/g;

/** Returns a text in a form that a cell of an .xlsx file can contain. */
export const sheetText = (text: string): string =>
  text.slice(0, longestCell).replace(noXml, '\ufffd').replace(escapeLike, '_x005F_');
