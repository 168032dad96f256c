declare module 's3rver' {
  /** A server that speaks S3, on a folder; its one account is S3RVER with the secret S3RVER. */
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
