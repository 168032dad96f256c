import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import type { ReportDocument } from '../report-renderer.ts';
import { makeCopyable } from './copyable-text.ts';
import { loadFonts } from './fonts.ts';
import { printableText } from './printable-text.ts';
import { type PrintedReport, printReport } from './report-content.ts';
import type { WorkerAnswer } from './worker-pool.ts';

const fonts = loadFonts();
// The engine can read any file below its workspace: the template's own folder, nothing else.
const workspace = join(import.meta.dirname, 'template');
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts.blobs }] });

/** The report's data as JSON, the only way in: code in a field stays text. */
function serialise(report: PrintedReport): string {
  return JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'string' ? printableText(value, fonts.covers) : value,
  );
}

function draw(document: ReportDocument): Uint8Array {
  const report = printReport(document);
  try {
    document.photos.forEach((photo, index) => {
      if (photo) compiler.mapShadow(join(workspace, `${index}.jpg`), Buffer.from(photo.jpeg));
    });
    const compiled = compiler.compile({
      mainFilePath: join(workspace, 'report.typ'),
      inputs: { report: serialise(report) },
    });
    if (!compiled.result) throw new Error(explain(compiled.takeDiagnostics()?.shortDiagnostics));
    return mend(exportPdf(compiled.result, Math.floor(Date.parse(document.generatedAt) / 1000)));
  } finally {
    compiler.resetShadow();
    compiler.evictCache(0);
  }
}

function exportPdf(drawn: NodeTypstDocument, creationTimestamp: number): Buffer {
  try {
    return compiler.pdf(drawn, { pdfStandard: 'ua-1', creationTimestamp });
  } catch {
    // A report outside the accessibility standard is better than none.
    return compiler.pdf(drawn, { creationTimestamp });
  }
}

function mend(pdf: Buffer): Buffer {
  try {
    return makeCopyable(pdf);
  } catch {
    // What can't be rewritten still shows every word.
    return pdf;
  }
}

function explain(diagnostics: { message?: string }[] = []): string {
  return diagnostics.map((d) => d.message ?? 'unknown').join('; ') || 'the template failed';
}

// One message, one report: the engine's documents are freed only between turns of the event loop.
parentPort?.on('message', (document: ReportDocument) => {
  let answer: WorkerAnswer<Uint8Array>;
  try {
    answer = { result: new Uint8Array(draw(document)) };
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer, 'result' in answer ? [answer.result.buffer as ArrayBuffer] : []);
});
