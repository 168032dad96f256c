import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { compressAssets } from './compress-assets.mjs';

test('text over 1 KB gets a brotli and a gzip file next to it, and nothing else does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = 'export const door = "step";\n'.repeat(100);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'app.js'), script);
  await writeFile(join(folder, 'assets', 'face.woff2'), script);
  await writeFile(join(folder, 'config.json'), '{}');

  await compressAssets(folder);

  const assets = join(folder, 'assets');
  expect((await readdir(assets)).sort()).toEqual([
    'app.js',
    'app.js.br',
    'app.js.gz',
    'face.woff2',
  ]);
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining(['config.json.br']));
  expect(String(brotliDecompressSync(await readFile(join(assets, 'app.js.br'))))).toBe(script);
  expect(String(gunzipSync(await readFile(join(assets, 'app.js.gz'))))).toBe(script);
});
