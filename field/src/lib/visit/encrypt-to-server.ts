import { Encrypter } from 'age-encryption';

export function encryptToServer(
  recipient: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter.encrypt(bytes) as Promise<Uint8Array<ArrayBuffer>>;
}
