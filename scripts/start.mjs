// Runs on the system's Node until Doorstep's Node takes over, so this file is plain JavaScript for Node 20
// and up.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (process.version.startsWith('v26.')) await serve();
else startWithPinnedNode();

async function serve() {
  if (process.env.npm_lifecycle_event === 'start' || process.env.DOORSTEP_PARENT) endWithParent();
  const { buildWeb } = await import('./build-web.mjs');
  const started = Date.now();
  try {
    if (await buildWeb())
      console.log(`Built the apps in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
  await import('../server/src/main.ts');
}

function startWithPinnedNode() {
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  const node = fileURLToPath(new URL(`../node_modules/.bin/node${suffix}`, import.meta.url));
  if (process.env.DOORSTEP_PARENT || !existsSync(node)) {
    console.error(
      `Doorstep runs on Node 26, which comes with its packages. Start it with "npm start".`,
    );
    process.exit(1);
  }
  const server = spawn(node, [...process.execArgv, fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
    env: { ...process.env, DOORSTEP_PARENT: String(process.pid) },
    // The server gets its own process group, so that it receives a Ctrl-C only once, through this process.
    detached: process.platform !== 'win32',
    shell: process.platform === 'win32',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}

/** Stops the server if its parent process ends, because a parent that is killed can't pass on a signal. */
function endWithParent() {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
  setInterval(look, 1_000).unref();
}
