export interface StoredBlob {
  key: string;
  bytes: number;
  writtenAt: Date;
}

/** Where bytes are kept under a key such as `photos/0198…/original`; a key is written whole, once, or not at all. */
export interface BlobStore {
  /** Durable when it resolves. Throws {@link BlobExists} when the key holds other bytes: nothing is ever written over. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Throws {@link BlobMissing} when nothing is kept under the key, {@link BlobDamaged} when it is not what was put. */
  get(key: string): Promise<Uint8Array>;
  /** Quiet when nothing is kept under the key. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** All keys with this prefix, in any order; keys added or removed meanwhile may be listed or not. */
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
    super(`Something else is stored under ${key} already`);
    this.name = 'BlobExists';
  }
}

/** The bytes that came back are not those that were stored. */
export class BlobDamaged extends Error {
  constructor(key: string) {
    super(`What is stored under ${key} is damaged`);
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

/** The rule for keys in every store: no part starts with a dot, so none can leave its folder. */
export function assertBlobKey(key: string): void {
  if (key.length > 200 || key.includes('..') || !keyPattern.test(key)) throw new BlobKeyInvalid();
}
