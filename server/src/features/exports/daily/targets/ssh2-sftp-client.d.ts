/** Declares the part of the client that this server uses. */
declare module 'ssh2-sftp-client' {
  interface Connection {
    host: string;
    port: number;
    username: string;
    password?: string;
    privateKey?: string;
    passphrase?: string;
    /** The timeout of the sign-in in milliseconds. */
    readyTimeout: number;
    hostVerifier: (key: Buffer) => boolean;
  }
  export default class SftpClient {
    constructor(name: string, onUnexpected: Record<'error' | 'end' | 'close', () => void>);
    connect(options: Connection): Promise<unknown>;
    put(bytes: Buffer, path: string): Promise<string>;
    posixRename(from: string, to: string): Promise<string>;
    rename(from: string, to: string): Promise<string>;
    /** Deletes a file. A missing file is no error if `noErrorOK` is true. */
    delete(path: string, noErrorOK: boolean): Promise<string>;
    client: { destroy(): void };
  }
}
