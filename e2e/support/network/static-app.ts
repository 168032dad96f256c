import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const distOf = (app: string) => fileURLToPath(new URL(`../../../${app}/dist`, import.meta.url));
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Reads all files of the built app into memory, so that a later build can't change them. */
export async function readBuiltApp(app: 'web' | 'field' = 'web'): Promise<Map<string, Buffer>> {
  const dist = distOf(app);
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const path = file.slice(dist.length).replaceAll('\\', '/');
        return [path, await readFile(file)] as const;
      }),
    ),
  );
}

export interface Origin {
  address: string;
  stop(): void;
}

/**
 * Serves the app like any static host: its files, the deployment's `/config.json`, and the app's page for
 * paths without an extension.
 */
export async function serveApp(
  files: Map<string, Buffer>,
  config: object,
  wantedPort = 0,
): Promise<Origin> {
  const configured = new Map(files).set('/config.json', Buffer.from(JSON.stringify(config)));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const isPage = extname(pathname) === '';
    const path = isPage ? '/index.html' : pathname;
    sendFile(response, path, configured.get(path));
  }).listen(wantedPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendFile(response: ServerResponse, path: string, file: Buffer | undefined) {
  if (!file) return response.writeHead(404).end();
  const type = types[extname(path)] ?? 'application/octet-stream';
  return response.writeHead(200, { 'content-type': type }).end(file);
}
