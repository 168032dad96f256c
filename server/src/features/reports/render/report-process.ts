import { join } from 'node:path';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { DrawnReport, ReportDocument } from '../../../platform/reports.ts';
import { answerJobs } from '../../../work/child-jobs.ts';
import { isPlain, makeCopyable } from '../pdf/copyable-text.ts';
import { loadFonts } from '../pdf/fonts.ts';
import { drawQrCode } from './authenticity.ts';
import { drawingOf } from './photo-drawing.ts';
import { type PrintedReport, printReport } from './print-report.ts';
import { printableText } from './printable-text.ts';

const fonts = loadFonts();
// The engine can read only files in its workspace, which is the template's own folder.
const workspace = join(import.meta.dirname, 'template');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts.blobs }] });

/** Serialises the report as JSON, so that the template prints Typst code in a field instead of running it. */
function serialise(report: PrintedReport): string {
  return JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string' ? printableText(value, fonts.covers) : value,
  );
}

function draw(document: ReportDocument): DrawnReport {
  const report = serialise(printReport(document));
  try {
    document.photos.forEach((photo, index) => {
      if (!photo) return;
      const jpeg = Buffer.from(photo.jpeg);
      const { file, svg } = drawingOf(jpeg);
      compiler.mapShadow(join(workspace, file), jpeg);
      compiler.mapShadow(join(workspace, `${index}.svg`), svg);
    });
    const signature = document.signature?.jpeg;
    if (signature) {
      const jpeg = Buffer.from(signature);
      const { file, svg } = drawingOf(jpeg);
      compiler.mapShadow(join(workspace, file), jpeg);
      compiler.mapShadow(join(workspace, 'signature.svg'), svg);
    }
    const { logo } = document.agency;
    if (logo) compiler.mapShadow(join(workspace, 'logo.png'), Buffer.from(logo.png));
    const lenderLogo = document.layout?.logo;
    if (lenderLogo) {
      compiler.mapShadow(join(workspace, 'lender-logo.png'), Buffer.from(lenderLogo.png));
    }
    const compiled = compiler.compile({
      mainFilePath: join(workspace, 'report.typ'),
      inputs: { report, qr: drawQrCode(document) },
    });
    if (!compiled.result) throw new Error(explain(compiled.takeDiagnostics()?.shortDiagnostics));
    const at = Math.floor(Date.parse(document.generatedAt) / 1000);
    const pdf = exportPdf(compiled.result, at);
    return {
      pdf: isPlain(report) ? pdf : makeTextCopyable(pdf),
      pages: compiled.result.numOfPages,
    };
  } finally {
    compiler.resetShadow();
  }
}

function exportPdf(drawn: NodeTypstDocument, creationTimestamp: number): Buffer {
  try {
    return compiler.pdf(drawn, { pdfStandard: 'ua-1', creationTimestamp });
  } catch {
    // A report that violates the accessibility standard is better than none.
    return compiler.pdf(drawn, { creationTimestamp });
  }
}

function makeTextCopyable(pdf: Buffer): Buffer {
  try {
    return makeCopyable(pdf);
  } catch {
    // A PDF whose text can't be copied correctly is better than none.
    return pdf;
  }
}

function explain(diagnostics: { message?: string }[] = []): string {
  return diagnostics.map((d) => d.message ?? 'unknown').join('; ') || 'the template failed';
}

// Each message draws one report, because the engine frees documents only between turns of the event loop.
answerJobs((document: ReportDocument) => {
  try {
    return draw(document);
  } finally {
    // Evicts cached results that none of the last three reports used. The template stays cached.
    compiler.evictCache(3);
  }
});
