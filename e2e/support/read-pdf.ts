import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** `text` has normalised white space. `images` counts the images that the pages draw. */
export async function readPdf(
  bytes: Uint8Array,
): Promise<{ text: string; images: number; pages: number }> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  let text = '';
  let images = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const content = await page.getTextContent();
    text += content.items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('');
    const { fnArray } = await page.getOperatorList();
    images += fnArray.filter((operation) => operation === OPS.paintImageXObject).length;
  }
  await task.destroy();
  return { text: text.replace(/\s+/g, ' '), images, pages: document.numPages };
}
