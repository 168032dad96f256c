/** Where bytes are kept under a key such as `photos/0198…/original`; a key is written whole or not at all. */
export interface BlobStore {
  /** Durable when it resolves; an existing key is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Throws {@link BlobMissing} when nothing is kept under the key. */
  get(key: string): Promise<Uint8Array>;
  /** Quiet when nothing is kept under the key. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
}

export class BlobMissing extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`Nothing is stored under ${key}`);
    this.name = 'BlobMissing';
    this.key = key;
  }
}

export class BlobKeyInvalid extends Error {
  constructor() {
    super('A storage key holds up to 200 characters: names of a-z, 0-9, _, . and -, parted by /');
    this.name = 'BlobKeyInvalid';
  }
}

const keyPattern = /^[a-z0-9_-][a-z0-9_.-]*(\/[a-z0-9_-][a-z0-9_.-]*)*$/;

/** The one rule for keys, whatever keeps the bytes: no part starts with a dot, so none can climb out of its folder. */
export function assertBlobKey(key: string): void {
  if (key.length > 200 || key.includes('..') || !keyPattern.test(key)) throw new BlobKeyInvalid();
}
