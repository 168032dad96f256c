export interface StoredBlob {
  key: string;
  bytes: number;
  writtenAt: Date;
}

/** Stores bytes under a key such as `photos/0198…/original`. A key is written once and completely, or not at all. */
export interface BlobStore {
  /**
   * Resolves when the bytes are stored durably. Throws {@link BlobExists} if the key has other bytes,
   * because nothing is ever overwritten.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Throws {@link BlobMissing} if the key does not exist, and {@link BlobDamaged} if the store finds that its
   * bytes have changed.
   */
  get(key: string): Promise<Uint8Array>;
  /** Deletes a key. Succeeds also if the key does not exist. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** Lists all keys with this prefix, in any order. Keys that are added or deleted during the call may be missing. */
  list(prefix: string): AsyncIterable<StoredBlob>;
}

export class BlobMissing extends Error {
  readonly key: string;

  constructor(key: string) {
    super(`Nothing is stored under ${key}`);
    this.name = 'BlobMissing';
    this.key = key;
  }
}

export class BlobExists extends Error {
  constructor(key: string) {
    super(`Other bytes are already stored under ${key}`);
    this.name = 'BlobExists';
  }
}

export class BlobDamaged extends Error {
  constructor(key: string) {
    super(`The data stored under ${key} is damaged`);
    this.name = 'BlobDamaged';
  }
}

export class BlobKeyInvalid extends Error {
  constructor() {
    super(
      'A storage key holds up to 200 characters: names of a-z, 0-9, _, . and -, separated by /',
    );
    this.name = 'BlobKeyInvalid';
  }
}

const keyPattern = /^[a-z0-9_-][a-z0-9_.-]*(\/[a-z0-9_-][a-z0-9_.-]*)*$/;

/** Throws if a key is invalid. No part of a key starts with a dot, so a key can't leave its folder. */
export function assertBlobKey(key: string): void {
  if (key.length > 200 || key.includes('..') || !keyPattern.test(key)) throw new BlobKeyInvalid();
}
