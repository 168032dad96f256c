declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  /** The parts of pdfkit that the benchmark uses. */
  export default class PdfDocument extends Readable {
    constructor(options: { size: string; margin: number });
    registerFont(name: string, font: Buffer): this;
    font(name: string): this;
    fontSize(size: number): this;
    text(text: string): this;
    addPage(): this;
    image(image: Buffer, x: number, y: number, options: { height: number }): this;
    end(): void;
  }
}
