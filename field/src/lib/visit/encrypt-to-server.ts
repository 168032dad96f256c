import { Encrypter } from 'age-encryption';

/** Encrypts bytes as an age file that only the server can read. */
export function encryptToServer(
  recipient: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(bytes) as Promise<Uint8Array<ArrayBuffer>>;
}
