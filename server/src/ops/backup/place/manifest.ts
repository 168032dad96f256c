import { CannotStart } from '../../../db/cannot-start.ts';
import { BackupDamaged } from './damaged.ts';
import { getPiece, putPiece, type StoredStream, sha256, type Vault } from './vault.ts';

export interface TableInBackup {
  name: string;
  columns: string[];
  rows: number;
  /** The SHA-256 of the rows as COPY writes them, ordered by the primary key. */
  sha256: string;
  stream: StoredStream;
}

/** The description of a backup. It is written last, because a backup without a manifest does not count. */
export interface Manifest {
  format: 1;
  id: string;
  takenAt: string;
  doorstep: string;
  postgres: string;
  migrations: string[];
  auditHead: { seq: number; hash: string } | null;
  tables: TableInBackup[];
  /** The last number of each sequence; null for an unused sequence. */
  sequences: Record<string, string | null>;
  blobs: {
    count: number;
    /** Each line has a key and the SHA-256 of its file. The lines are ordered by key. */
    index: StoredStream;
  };
}

const folder = 'manifests/';
const nameOf = (id: string) => `${folder}${id}`;

/** Returns the name of a backup. Names sort by time. */
export const backupId = (now: Date): string =>
  now.toISOString().replace(/[-:.]/g, '').toLowerCase();

export const timeOf = (id: string): Date =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z$/, '$1-$2-$3T$4:$5:$6.$7Z'));

export async function saveManifest(vault: Vault, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest);
  await putPiece(vault, nameOf(manifest.id), Buffer.from(`${sha256(Buffer.from(text))}\n${text}`));
}

export async function readManifest(vault: Vault, id: string): Promise<Manifest> {
  const text = Buffer.from(await getPiece(vault, nameOf(id))).toString();
  const [hash, body = ''] = text.split('\n', 2);
  if (hash !== sha256(Buffer.from(body))) throw new BackupDamaged(nameOf(id));
  const manifest = JSON.parse(body) as Manifest;
  // Rejects another backup's manifest that was copied to this name.
  if (manifest.id !== id) throw new BackupDamaged(nameOf(id));
  if (manifest.format !== 1) {
    throw new CannotStart(
      `A newer Doorstep made the backup ${id} (${manifest.doorstep}). Restore it with that version`,
    );
  }
  return manifest;
}

export async function listBackups({ store }: Pick<Vault, 'store'>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of store.list(folder)) ids.push(key.slice(folder.length));
  return ids.sort();
}

export const deleteManifest = ({ store }: Vault, id: string): Promise<void> =>
  store.delete(nameOf(id));
