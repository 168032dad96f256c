/** The maximum number of characters of a cell in Excel. Other programs can write longer cells. */
const longestCell = 32_767;

/** Characters that XML can't contain. A single such character would make the whole file unreadable. */
const noXml = /[\ufffe\uffff]/g;

/**
 * Matches the first underscore of a text that looks like an escape sequence. For example, Excel would show
 * `_x0041_` as `A`.
 */
const escapeLike = /_(?=x[\dA-Fa-f]{4}_)/g;

export const sheetText = (text: string): string =>
  text.slice(0, longestCell).replace(noXml, '\ufffd').replace(escapeLike, '_x005F_');
