import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '../../storage/blobs/s3-blob-store.ts';

/**
 * Starts an S3 server, by default on a free port, with its own folder and an empty bucket. Sets its
 * credentials in this process's environment.
 */
export async function startS3Server(
  options: { port?: number; directory?: string; bucket?: string } = {},
): Promise<{
  settings: S3Settings;
  folder: string;
  stop(): Promise<void>;
}> {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  const bucket = options.bucket ?? 'photos';
  const folder = options.directory ?? (await mkdtemp(join(tmpdir(), 's3-')));
  const server = new S3rver({
    address: '127.0.0.1',
    port: options.port ?? 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
  });
  // Adds a file, so that the folder `check` always exists. Two Doorstep servers that start at the same time
  // both write there, and S3rver deletes a folder with its last object even during a write.
  const check = join(folder, bucket, 'tests', 'check');
  await mkdir(check, { recursive: true });
  await writeFile(join(check, 'never-empty'), '');
  const { port } = await server.run();
  return {
    settings: settingsFor(port),
    folder,
    async stop() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const settingsFor = (port: number): S3Settings => ({
  bucket: 'photos',
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  prefix: 'tests/',
  forcePathStyle: true,
});
