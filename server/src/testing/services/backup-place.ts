import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { encryptionOf } from '../../ops/backup/place/encryption.ts';
import type { Vault } from '../../ops/backup/place/vault.ts';
import type { BlobStore, StoredBlob } from '../../storage/blobs/blob-store.ts';
import { localBlobStore } from '../../storage/blobs/local-blob-store.ts';

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-test-'));
  // Retries, because a database that is shutting down may still write.
  const retries = { maxRetries: 20, retryDelay: 100 };
  onTestFinished(() => rm(folder, { recursive: true, force: true, ...retries }));
  return folder;
}

export const emptyPhotos = async () => localBlobStore(join(await temporaryFolder(), 'photos'));

export async function listBlobs(store: Pick<BlobStore, 'list'>, prefix: string) {
  const found: StoredBlob[] = [];
  for await (const blob of store.list(prefix)) found.push(blob);
  return found;
}

export async function emptyVault(passphrase?: string): Promise<Vault & { folder: string }> {
  const folder = await temporaryFolder();
  const store = localBlobStore(folder);
  return { folder, store, encryption: await encryptionOf(store, passphrase, { isNew: true }) };
}

const admin = <T>(work: (client: pg.Client) => Promise<T>) =>
  queryAsOwner({ ...inject('templateDatabase'), database: 'postgres' }, work);

export async function emptyDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin(async (client) => {
    await client.query(`create role ${name} login createrole`);
    await client.query(`create database ${name} owner ${name} template template0`);
  });
  onTestFinished(() =>
    admin(async (client) => {
      await client.query(`drop database ${name} with (force)`);
      await client.query(`drop role ${name}`);
    }),
  );
  return { ...inject('templateDatabase'), database: name, user: name };
}

export async function queryAsOwner<T>(
  connection: object,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

export function environmentFor({ host, port, user, database }: pg.PoolConfig, dataDir: string) {
  const at = `host=${encodeURIComponent(host ?? '')}&port=${port}`;
  return {
    DATABASE_URL: `postgres://${user}@/${database}?${at}`,
    DATA_DIR: dataDir,
    BACKUP_TO: '',
    S3_BUCKET: '',
  };
}
