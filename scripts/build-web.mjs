import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressAssets } from './compress-assets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const web = join(root, 'web');
const dist = join(web, 'dist');
const stampIn = (folder) => join(folder, '.sources');

/** Builds the web app when its sources changed since the last build; says whether it did. */
export async function buildWeb() {
  const sources = await fingerprint();
  if (await isBuilt(sources)) return false;

  // Built beside its place and moved there whole: a build that is killed leaves the old app or none.
  const side = `${dist}.${process.pid}`;
  try {
    await runVite(side);
    await compressAssets(side);
    await writeFile(stampIn(side), sources);
    await rm(`${side}.old`, { recursive: true, force: true });
    if (existsSync(dist)) await rename(dist, `${side}.old`);
    await rename(side, dist);
  } catch (error) {
    // Another start may have built the same meanwhile.
    if (!(await isBuilt(sources))) throw error;
  } finally {
    await removeLeftovers();
  }
  return true;
}

const isBuilt = async (sources) =>
  (await readFile(stampIn(dist), 'utf8').catch(() => '')) === sources;

async function fingerprint() {
  const hash = createHash('sha256');
  const folders = [web, join(root, 'contract', 'src')];
  const files = (await Promise.all(folders.map(listFiles))).flat().sort();
  const makers = ['package-lock.json', 'scripts/build-web.mjs', 'scripts/compress-assets.mjs'];
  for (const file of [...files, ...makers.map((name) => join(root, name))]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

async function listFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries.map((entry) => {
    const path = join(folder, entry.name);
    if (/^(node_modules|dist(\..*)?|\..*)$/.test(entry.name)) return [];
    if (/\.test\.tsx?$/.test(entry.name)) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
  return (await Promise.all(lists)).flat();
}

async function runVite(outDir) {
  const resolve = createRequire(join(web, 'package.json')).resolve;
  const vite = join(dirname(resolve('vite/package.json')), 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const build = spawn(process.execPath, args, { cwd: web, stdio: 'inherit' });
  const code = await new Promise((done, failed) => build.once('exit', done).once('error', failed));
  if (code !== 0) throw new Error('The web app could not be built.');
}

async function removeLeftovers() {
  for (const name of await readdir(web)) {
    const pid = /^dist\.(\d+)(\.old)?$/.exec(name)?.[1];
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(join(web, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
