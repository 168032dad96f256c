import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  /** The text of all pages, with one space for each run of white space. */
  text: string;
  pages: number;
  title: string;
  language: string;
}

/** Reads the text of a PDF glyph by glyph, and ignores replacement texts (`/ActualText`). */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  let text = '';
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    text += '\n';
  }
  const { info } = await document.getMetadata();
  const { Title: title, Language: language } = info as { Title: string; Language: string };
  const pages = document.numPages;
  await task.destroy();
  return { text: text.replace(/\s+/g, ' '), pages, title, language };
}

export async function countImages(bytes: Uint8Array): Promise<number> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  let count = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const { fnArray } = await (await document.getPage(number)).getOperatorList();
    count += fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  }
  await task.destroy();
  return count;
}
