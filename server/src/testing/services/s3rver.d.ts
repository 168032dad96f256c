declare module 's3rver' {
  /** An S3 server that stores its objects in a folder. Its only account is S3RVER with the secret S3RVER. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
