import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import forge from 'node-forge';
import type { Config } from '../../../config.ts';
import { CannotStart } from '../../../db/cannot-start.ts';
import type { ReportSigner } from '../../../platform/reports.ts';
import { type SigningKey, signDetached } from './cms-signature.ts';
import { demoPassphrase, makeDemoCertificate } from './demo-certificate.ts';
import { addSignatureField } from './signature-field.ts';

type SigningSettings = Pick<Config, 'reportSigning' | 'demo' | 'dataDir' | 'shortName'>;

export async function openReportSigner(config: SigningSettings): Promise<ReportSigner | undefined> {
  const { p12, passphrase, passphraseFile } = config.reportSigning;
  if (p12 === undefined) return config.demo ? openDemoSigner(config) : undefined;
  try {
    const secret = passphraseFile ? (await readFile(passphraseFile, 'utf8')).trim() : passphrase;
    return reportSigner(await readFile(p12), secret ?? '');
  } catch (error) {
    throw new CannotStart(`REPORT_SIGNING_P12 can't be used: ${(error as Error).message}`);
  }
}

async function openDemoSigner({ dataDir, shortName }: SigningSettings): Promise<ReportSigner> {
  const file = join(dataDir, 'demo-signing.p12');
  await makeDemoCertificate(file, shortName);
  return reportSigner(await readFile(file), demoPassphrase);
}

/**
 * The PKCS #12 file must contain an RSA key and its certificate, and may contain the certificates of the
 * issuers.
 */
function reportSigner(p12: Buffer, passphrase: string): ReportSigner {
  const signing = readKey(p12, passphrase);
  const [own = Buffer.alloc(0)] = signing.certificates;
  const certificate = new X509Certificate(own);
  const name = nameIn(certificate);
  // In the signature, everything except the certificates takes less than 2 KB.
  const room = signing.certificates.reduce((sum, der) => sum + der.length, 2048);
  return {
    name,
    expires: new Date(certificate.validTo),
    async sign(report, at) {
      const { pdf, start, end } = addSignatureField(Buffer.from(report), { name, at, room });
      const signature = await signDetached(signing, [pdf.subarray(0, start), pdf.subarray(end)]);
      if (signature.length > room)
        throw new Error('The signature is longer than its reserved space');
      pdf.write(signature.toString('hex'), start + 1, 'latin1');
      return pdf;
    },
  };
}

function readKey(p12: Buffer, passphrase: string): SigningKey {
  const { pki, pkcs12, asn1 } = forge;
  const opened = pkcs12.pkcs12FromAsn1(asn1.fromDer(p12.toString('latin1')), passphrase);
  const bagsOf = (type: string) => opened.getBags({ bagType: type })[type] ?? [];
  const { pkcs8ShroudedKeyBag = '', keyBag = '', certBag = '' } = pki.oids;
  const [found] = [...bagsOf(pkcs8ShroudedKeyBag), ...bagsOf(keyBag)];
  if (!found?.key) throw new Error('the file has no RSA key');
  const key = createPrivateKey(pki.privateKeyToPem(found.key));
  const certificates = bagsOf(certBag)
    .flatMap(({ cert }) => cert ?? [])
    .map((cert) => Buffer.from(asn1.toDer(pki.certificateToAsn1(cert)).getBytes(), 'latin1'));
  const isOwn = (der: Buffer) => new X509Certificate(der).checkPrivateKey(key);
  const own = certificates.find(isOwn);
  if (!own) throw new Error('the file has no certificate for its key');
  const { validTo } = new X509Certificate(own);
  if (Date.parse(validTo) < Date.now()) throw new Error(`the certificate expired on ${validTo}`);
  return { key, certificates: [own, ...certificates.filter((der) => der !== own)] };
}

function nameIn({ subject }: X509Certificate): string {
  const field = (name: string) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(subject)?.[1]?.replace(/\\(.)/g, '$1');
  return field('CN') ?? field('O') ?? subject.replaceAll('\n', ', ');
}
