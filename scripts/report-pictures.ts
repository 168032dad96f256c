import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { startReportRenderer } from '../server/src/features/reports/render/report-renderer.ts';
import { reportCases } from '../server/src/testing/reports/report-cases.ts';

// Draws the six reports of docs/reports again, page by page.
const shown = fileURLToPath(new URL('../docs/reports/', import.meta.url));
if (spawnSync('pdftoppm', ['-v']).error) {
  console.error('pdftoppm is missing. Debian has it in poppler-utils.');
  process.exit(1);
}
await rm(shown, { recursive: true, force: true });
await mkdir(shown, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'doorstep-pictures-'));
const renderer = startReportRenderer();
try {
  for (const [name, document] of Object.entries(await reportCases())) {
    const { pdf } = await renderer.render(document);
    await writeFile(join(folder, `${name}.pdf`), pdf);
    await promisify(execFile)('pdftoppm', ['-r', '96', '-png', `${name}.pdf`, name], {
      cwd: folder,
    });
  }
  const pages = (await readdir(folder)).filter((file) => file.endsWith('.png'));
  await Promise.all(
    pages.map(async (file) => {
      // Reads the file without sharp, because the server's photo code blocks sharp from opening files.
      const picture = sharp(await readFile(join(folder, file))).webp({ quality: 80 });
      await writeFile(join(shown, file.replace(/\.png$/, '.webp')), await picture.toBuffer());
    }),
  );
  console.log(`${pages.length} pages are in docs/reports/.`);
} finally {
  await renderer.close();
  await rm(folder, { recursive: true });
}
