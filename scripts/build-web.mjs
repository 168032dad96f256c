import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressAssets } from './compress-assets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const apps = ['web', 'field'].map((name) => join(root, name));
const distOf = (app) => join(app, 'dist');
const stampIn = (folder) => join(folder, '.sources');

export async function buildWeb() {
  let hasBuilt = false;
  for (const app of apps) hasBuilt = (await buildApp(app)) || hasBuilt;
  return hasBuilt;
}

async function buildApp(app) {
  const dist = distOf(app);
  const sources = await fingerprint(app);
  if (await isBuilt(dist, sources)) return false;

  // Builds in another folder and then moves that folder as a whole, so that a killed build never leaves a
  // half-written app.
  const side = `${dist}.${process.pid}`;
  try {
    await runVite(app, side);
    await compressAssets(side);
    await writeFile(stampIn(side), sources);
    await rm(`${side}.old`, { recursive: true, force: true });
    if (existsSync(dist)) await rename(dist, `${side}.old`);
    await rename(side, dist);
  } catch (error) {
    // Ignores the error if another process has built the same sources since this build began.
    if (!(await isBuilt(dist, sources))) throw error;
  } finally {
    await removeLeftovers(app);
  }
  return true;
}

const isBuilt = async (dist, sources) =>
  (await readFile(stampIn(dist), 'utf8').catch(() => '')) === sources;

async function fingerprint(app) {
  const hash = createHash('sha256');
  const folders = [app, join(root, 'contract', 'src')];
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

async function runVite(app, outDir) {
  const resolve = createRequire(join(app, 'package.json')).resolve;
  const vite = join(dirname(resolve('vite/package.json')), 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const build = spawn(process.execPath, args, { cwd: app, stdio: 'inherit' });
  const code = await new Promise((done, failed) => build.once('exit', done).once('error', failed));
  if (code !== 0) throw new Error(`The app in ${app} could not be built.`);
}

async function removeLeftovers(app) {
  for (const name of await readdir(app)) {
    const pid = /^dist\.(\d+)(\.old)?$/.exec(name)?.[1];
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    await rm(join(app, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns whether a process with this id exists, even if the process belongs to another user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}
