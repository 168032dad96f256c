import { generateKeyPair, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import forge from 'node-forge';

/** This passphrase need not be secret, because file permissions protect the demo's key. */
export const demoPassphrase = 'demo';

export async function makeDemoCertificate(file: string, shortName: string): Promise<void> {
  if (existsSync(file)) return;
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const { pki, pkcs12, asn1 } = forge;
  const key = pki.privateKeyFromPem(privateKey);
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 10 * 365 * 86_400_000);
  const name = [{ name: 'commonName', value: `${shortName} demo, not for business` }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  const p12 = pkcs12.toPkcs12Asn1(key, certificate, demoPassphrase, { algorithm: 'aes256' });
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, asn1.toDer(p12).getBytes(), { encoding: 'latin1', mode: 0o600 });
  await rename(partial, file);
}
