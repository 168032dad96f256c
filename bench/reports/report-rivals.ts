import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PdfDocument from 'pdfkit';
import { chromium } from 'playwright';
import { chromiumFlags, findChromium } from '../../scripts/programs/chromium.ts';
import { printReport } from '../../server/src/features/reports/render/print-report.ts';
import type { ReportDocument } from '../../server/src/platform/reports.ts';

const { resolve } = createRequire(new URL('../../server/package.json', import.meta.url));
const font = readFileSync(
  resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
);

/** Another program that makes a PDF of the same report. Its layout is plainer, and so faster to draw. */
export interface Rival {
  name: string;
  draw(document: ReportDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Prints HTML to PDF as most services do, in one running Chromium with a new browser tab for each report. */
export async function chromiumRival(): Promise<Rival> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
  });
  return {
    name: 'Chromium, HTML to PDF',
    async draw(document) {
      const report = printReport(document);
      const sections = report.sections.map(
        ({ title, rows }) =>
          `<h2>${escape(title)}</h2><dl>${rows.map(({ label, value }) => `<dt>${escape(label)}</dt><dd>${escape(value)}</dd>`).join('')}</dl>`,
      );
      const photos = document.photos.map(
        (photo) =>
          photo &&
          `<img src="data:image/jpeg;base64,${Buffer.from(photo.jpeg).toString('base64')}">`,
      );
      const page = await browser.newPage();
      try {
        await page.setContent(
          `<html lang="en"><style>dl{columns:2;font:9pt 'Noto Sans'}dt{float:left}dd{font-weight:600}img{width:48%;margin:1%}</style><h1>${escape(report.title)}</h1>${sections.join('')}${photos.join('')}`,
          { waitUntil: 'load' },
        );
        return await page.pdf({ format: 'A4', tagged: true });
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

/** Draws with pdfkit in this process. The PDFs have no tags, and only one font for all scripts. */
export function pdfkitRival(): Rival {
  return {
    name: 'pdfkit',
    async draw(document) {
      const report = printReport(document);
      const pdf = new PdfDocument({ size: 'A4', margin: 42 });
      const parts: Uint8Array[] = [];
      pdf.on('data', (part: Uint8Array) => parts.push(part));
      const ended = new Promise((done) => pdf.on('end', done));
      pdf.registerFont('text', font).font('text').fontSize(16).text(report.title);
      for (const { title, rows } of report.sections) {
        pdf.fontSize(10).text(title);
        for (const { label, value } of rows) pdf.fontSize(8.6).text(`${label}   ${value}`);
      }
      for (const [index, photo] of document.photos.entries()) {
        if (index % 4 === 0) pdf.addPage();
        if (photo) pdf.image(Buffer.from(photo.jpeg), 42, 42 + (index % 4) * 180, { height: 170 });
      }
      pdf.end();
      await ended;
      return Buffer.concat(parts);
    },
    close: async () => {},
  };
}
